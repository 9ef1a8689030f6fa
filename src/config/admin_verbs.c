#include <config.h>

#include "config/admin_verbs.h"

#include <stddef.h>

const char *const admin_words[] = {
    [ADMIN_HELP] = "help",
    [ADMIN_METRICS] = "metrics",
    [ADMIN_CONNECTIONS] = "connections",
    [ADMIN_CONNECTION] = "connection",
    [ADMIN_GAMES] = "games",
    [ADMIN_GAME] = "game",
    [ADMIN_HIDE] = "hide",
    [ADMIN_UNHIDE] = "unhide",
    [ADMIN_KICK] = "kick",
    [ADMIN_BAN] = "ban",
    [ADMIN_UNBAN] = "unban",
    [ADMIN_MUTE] = "mute",
    [ADMIN_UNMUTE] = "unmute",
    [ADMIN_RESTRICTIONS] = "restrictions",
    [ADMIN_ANNOUNCE] = "announce",
    [ADMIN_DRAIN] = "drain",
    [ADMIN_CHECK] = "check",
    [ADMIN_BACKUP] = "backup",
    [ADMIN_VERB_COUNT] = NULL,
};

const AdminVerbRow admin_verbs[ADMIN_VERB_COUNT] = {
    [ADMIN_HELP] = {"", "list these requests"},
    [ADMIN_METRICS] = {"", "the server's statistics, in the text format of Prometheus"},
    [ADMIN_CONNECTIONS] = {"[NETWORK]", "list the connections, all or those from a network"},
    [ADMIN_CONNECTION] = {"NUMBER", "show a connection with its games"},
    [ADMIN_GAMES] = {"", "list the games that somebody plays or watches here"},
    [ADMIN_GAME] = {"ID", "show such a game with its connections"},
    [ADMIN_HIDE] = {"ID", "make a game private, so that no list has it"},
    [ADMIN_UNHIDE] = {"ID", "make a game public"},
    [ADMIN_KICK] = {"NUMBER|NETWORK [REASON]", "close a connection, or all from a network"},
    [ADMIN_BAN] = {"TIME NETWORK [REASON]", "close and refuse connections from a network"},
    [ADMIN_UNBAN] = {"NETWORK", "end a ban"},
    [ADMIN_MUTE] = {"TIME NAME", "let nobody of this name talk"},
    [ADMIN_UNMUTE] = {"NAME", "end that"},
    [ADMIN_RESTRICTIONS] = {"", "list the bans and mutes with their ends"},
    [ADMIN_ANNOUNCE] = {"TEXT", "tell everybody something"},
    [ADMIN_DRAIN] = {"MINUTES|off",
                     "create no new games, tell everybody, and stop after this time"},
    [ADMIN_CHECK] = {"", "replay every stored game and report errors"},
    [ADMIN_BACKUP] = {"[force] FILE", "write a copy of all games to a file with an absolute path"},
};
