#include <config.h>

#include "tui/level_name.h"

static const char *const names[] = {"1, beginner", "2, novice",    "3, easy",   "4, casual",
                                    "5, medium",   "6, skilled",   "7, strong", "8, expert",
                                    "9, master",   "10, strongest"};

const char *level_name(int level) {
    return names[level - 1];
}
