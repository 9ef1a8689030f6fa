# Completion of congod for fish. Made by tools/completions: do not edit.
complete -c congod -f
complete -c congod -l config -rF -d 'the configuration; "none": the defaults'
complete -c congod -l check -f -d 'plays every stored game again, and tells what is wrong'
complete -c congod -l backup -rF -d 'writes a copy of all games to FILE'
complete -c congod -l until-eof -f -d 'serves until standard input, a pipe, is closed'
complete -c congod -l help -s h -f -d 'this help'
complete -c congod -l version -s V -f -d 'the version'
