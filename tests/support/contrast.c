#include <config.h>

#include "contrast.h"

#include <math.h>

/* The relative luminance of sRGB. */
static double luminance(unsigned rgb) {
    static const double weight[3] = {0.0722, 0.7152, 0.2126}; /* blue, green, red */
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double part = (rgb >> (8 * i) & 0xff) / 255.0;
        sum += weight[i] * (part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
}

double contrast_ratio(unsigned rgb1, unsigned rgb2) {
    double a = luminance(rgb1), b = luminance(rgb2);
    return a > b ? (a + 0.05) / (b + 0.05) : (b + 0.05) / (a + 0.05);
}
