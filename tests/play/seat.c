#include <config.h>

#include "seat.h"

const KeptSeat sample_seat = {
    .place = {.host = "example.org", .port = 7000},
    .id = {"ABCDEFGHJK"},
    .key = {"ABCDEFGHJKMNPQRSTVWXYZ2345"},
    .seat = SEAT_WHITE,
    .name = "Ada",
};

size_t seats_free(void) {
    SeatList list;
    seats_list(&list);
    size_t count = list.count;
    seatlist_free(&list);
    return count;
}
