/*
 * What the user chose in the game, such as the theme, the level and the last kind of game: kept in
 * choices.conf in the state folder, and used in later runs unless congo.conf or an option says
 * otherwise.
 */
#ifndef TUI_CHOICES_H
#define TUI_CHOICES_H

#include "tui/app.h"

/* Puts the kept choices into the settings. settings_source() tells them from defaults. */
void choices_load(App *app);
/* Shows what was wrong with the file, once there is a screen. */
void choices_report(App *app);
/* Writes what is not yet in the file, before a signal ends the program. */
void choices_finish(App *app);
/* Must be called after the loop has ended. */
void choices_free(App *app);

/* Returns whether an earlier run has come further than to choose the looks: there is a file of
 * choices, empty or with a game. */
bool choices_exist(const App *app);
/* Returns whether the players in the settings are those of the last kind of game. */
bool choices_have_game(const App *app);

/* Keeps the present value of a setting, by the name of its option. */
void choices_keep(App *app, const char *name);
/* Keeps the players, the variant and the strength in the settings as the last kind of game. Called
 * when a game begins that the user chose; `random_sides` if the sides were drawn by lot. */
void choices_keep_game(App *app, bool random_sides);

/* Removes the file of choices and says so. The settings of this run stay. */
void choices_forget(App *app);

#endif
