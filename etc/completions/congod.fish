# Completion of congod for fish. Made by tools/completions: do not edit.
complete -c congod -f
complete -c congod -l config -rF -d 'the configuration; "none": the defaults'
complete -c congod -l check -f -d 'replay every stored game and report errors'
complete -c congod -l backup -rF -d 'write a copy of all games to FILE'
complete -c congod -l restore -rF -d 'put a copy of FILE in the place of the database'
complete -c congod -l copy -f -d 'copy all games of the database FROM to TO'
complete -c congod -l admin -x -a 'help metrics connections connection games game hide unhide kick ban unban mute unmute restrictions announce drain check backup' -d 'ask the running server; --admin=help lists what'
complete -c congod -F
complete -c congod -l force -f -d 'go on despite damaged games or a damaged log, or replace any file by a backup'
complete -c congod -l until-eof -f -d 'stop when standard input, a pipe, is closed'
complete -c congod -l help -s h -f -d 'show this help'
complete -c congod -l version -s V -f -d 'show the version'
