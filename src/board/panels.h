/* Everything around the board: the cards and panels, the turn, hints and status. */
#ifndef BOARD_PANELS_H
#define BOARD_PANELS_H

#include "board/candidate_panel.h"
#include "board/hint_panel.h"
#include "board/layout.h"
#include "board/move_list.h"
#include "board/view.h"

void panels_paint(const View *view, const Layout *layout, const MoveListPlaces *moves,
                  const CandidatePlaces *candidates, const HintPlaces *hints);

#endif
