/* congo file convert: games in another notation or format. */
#ifndef CLI_COMMANDS_FILE_CONVERT_H
#define CLI_COMMANDS_FILE_CONVERT_H

#include "config/command_options.h"

CommandRunner file_convert; /* FileConvertOptions */

#endif
