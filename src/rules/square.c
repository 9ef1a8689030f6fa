#include <config.h>

#include "rules/square.h"

char *square_write(Square square, char text[SQUARE_TEXT_SIZE]) {
    text[0] = (char)('a' + square_file(square));
    text[1] = (char)('0' + square_rank(square));
    text[2] = '\0';
    return text;
}

Square square_parse(const char *text) {
    char file = (char)(text[0] | 0x20);
    if (file < 'a' || file > 'g' || text[1] < '1' || text[1] > '7')
        return SQUARE_NONE;
    return square_at(file - 'a', text[1] - '0');
}
