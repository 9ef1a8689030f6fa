/* A seat for tests. */
#ifndef TESTS_SUPPORT_SAMPLE_SEAT_H
#define TESTS_SUPPORT_SAMPLE_SEAT_H

#include <stddef.h>

#include "play/online/seats.h"

extern const SavedSeat sample_seat;

/* Returns the number of saved seats that no program plays. */
size_t count_unlocked_seats(void);

#endif
