/* congo file review: reviews the games of files. */
#ifndef CLI_COMMANDS_REVIEW_COMMAND_H
#define CLI_COMMANDS_REVIEW_COMMAND_H

#include "config/command_options.h"

CommandRunner file_review; /* FileReviewOptions */

#endif
