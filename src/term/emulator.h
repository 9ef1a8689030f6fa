/*
 * The program that draws the terminal, and how fine the blocks are that it draws itself: those of a
 * font are missing or have gaps. The environment may name the program, tmux knows its own terminal,
 * and others reply to a query (XTVERSION).
 */
#ifndef TERM_EMULATOR_H
#define TERM_EMULATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    EMULATOR_NAME_SIZE = 64,
    EMULATOR_QUADRANTS = 2,
    EMULATOR_SEXTANTS = 3,
    EMULATOR_OCTANTS = 4
};

/* Returns the parts of a cell from top to bottom in the finest blocks that a terminal draws itself:
 * EMULATOR_QUADRANTS for an unknown one. The name is a reply to the query, such as "kitty(0.32.2)".
 */
int emulator_cell_height(const char *name);

/* Returns the same from the environment, or 0 if that does not tell. */
int emulator_cell_height_here(void);

/* The terminal in which tmux runs, as far as tmux knows it. */
typedef struct EmulatorInTmux {
    int cell_height;
    bool lacks_rgb; /* tmux replaces 24-bit colours by those of the 256 that are nearest */
} EmulatorInTmux;

/* Asks tmux. Returns false outside tmux. Waits at most half a second. */
bool emulator_ask_tmux(EmulatorInTmux *emulator);

/* ---- the reply: ESC P > | NAME ESC \ ---- */

extern const char emulator_query[], emulator_reply_start[];

/* A reply that is being read. Nothing is being read if it is zeroed. */
typedef struct EmulatorReply {
    bool begun;
    bool escaped;      /* after an ESC */
    int64_t paused_ms; /* of monotonic_ms, when nothing more had come for the first time, or 0 */
    size_t length;
    char name[EMULATOR_NAME_SIZE]; /* cut if it is longer */
} EmulatorReply;

typedef enum ReplyDecoding {
    REPLY_MORE,  /* more bytes follow */
    REPLY_ENDED, /* the name is complete */
    REPLY_BROKEN /* the byte does not belong to a reply */
} ReplyDecoding;

/* Begins a reply, after its first bytes. */
void emulator_reply_begin(EmulatorReply *reply);

/* Notes that nothing more has come yet. */
void emulator_reply_pause(EmulatorReply *reply, int64_t now_ms);

/* Decodes the next byte of a reply. What comes half a second after the first pause does not belong
 * to it: somebody types. */
ReplyDecoding emulator_reply_decode(EmulatorReply *reply, int byte, int64_t now_ms);

#endif
