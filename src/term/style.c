#include <config.h>

#include "term/style.h"

unsigned palette_rgb(int color) {
    static const unsigned named[16] = {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd,
                                       0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00,
                                       0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff};
    static const unsigned level[6] = {0x00, 0x5f, 0x87, 0xaf, 0xd7, 0xff};
    if (color < 16)
        return named[color];
    if (color >= 232) {
        unsigned grey = 8 + 10 * (unsigned)(color - 232);
        return grey << 16 | grey << 8 | grey;
    }
    int place = color - 16;
    return level[place / 36] << 16 | level[place / 6 % 6] << 8 | level[place % 6];
}

static int distance(unsigned rgb, unsigned other) {
    int sum = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        int difference = (int)(rgb >> shift & 0xff) - (int)(other >> shift & 0xff);
        sum += difference * difference;
    }
    return sum;
}

int palette_nearest(unsigned rgb) {
    int nearest = 16;
    for (int color = 17; color < 256; color++)
        if (distance(rgb, palette_rgb(color)) < distance(rgb, palette_rgb(nearest)))
            nearest = color;
    return nearest;
}

static bool is_one_of(int color, unsigned set) {
    return set >> color & 1;
}

bool palette_is_bright(int color) {
    return is_one_of(color, 1U << 2 | 1U << 3 | 1U << 6 | 1U << 7);
}

/* Bright colours and dark ones are readable on each other, except blue with green and cyan. Red and
 * magenta lie between: they are readable with black, and on yellow and white. */
int palette_readable(int foreground, int background) {
    static const unsigned reddish = 1U << 1 | 1U << 5;
    static const unsigned greenish = 1U << 2 | 1U << 6;
    static const unsigned blue = 1U << 4;
    bool bright_background = palette_is_bright(background);
    bool readable = palette_is_bright(foreground) != bright_background;
    if ((is_one_of(foreground, blue) && is_one_of(background, greenish)) ||
        (is_one_of(foreground, greenish) && is_one_of(background, blue)))
        readable = false;
    if (is_one_of(foreground, reddish))
        readable = background == 0 || (bright_background && !is_one_of(background, greenish));
    if (is_one_of(background, reddish))
        readable = foreground == 0 || (readable && !is_one_of(foreground, greenish));
    return readable ? foreground : bright_background ? 0 : 7;
}
