#include <config.h>

#include "sample_seat.h"

const SavedSeat sample_seat = {
    .servers = {.servers = {{.host = "example.org", .port = 7000}}, .count = 1},
    .id = {"ABCDEFGHJK"},
    .key = {"ABCDEFGHJKMNPQRSTVWXYZ2345"},
    .seat = SEAT_WHITE,
    .name = "Ada",
};

size_t count_unlocked_seats(void) {
    SavedSeatList list;
    saved_seats_list(&list);
    size_t count = list.count;
    saved_seats_free(&list);
    return count;
}
