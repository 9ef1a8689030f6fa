/* The lists of public games that LIST shows. */
#ifndef SERVER_CORE_LISTING_H
#define SERVER_CORE_LISTING_H

typedef enum Listing {
    LISTING_OPEN, /* a seat is free and not kept, and the creator or a player is present */
    LISTING_LIVE, /* both seats are taken, and a player is present */
    LISTING_COUNT
} Listing;

#endif
