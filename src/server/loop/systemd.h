/* Word to the service manager. */
#ifndef SERVER_LOOP_SYSTEMD_H
#define SERVER_LOOP_SYSTEMD_H

/* Tells systemd, if it started this process and asked to be told: "READY=1", "STOPPING=1". */
void systemd_notify(const char *state);

#endif
