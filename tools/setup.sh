# Sourced by ./play, ./check and .ci/run: installs what the project needs and builds it. The caller sets
# `top`, the top of the tree, and setup_yes if packages are installed without a question; setup_build sets
# setup_folder, where the build is.
# shellcheck shell=sh disable=SC2154

setup_yes=

# What is needed and the packages that provide it, joined by commas; "-" means none.
# occasion  what               Debian          Fedora                   Arch       Alpine            Homebrew
setup_needs='
  game      compiler           gcc,libc6-dev   gcc                      gcc        gcc,musl-dev      gcc
  game      command:make       make            make                     make       make              make
  game      command:autoconf   autoconf        autoconf                 autoconf   autoconf          autoconf
  game      command:automake   automake        automake                 automake   automake          automake
  game      command:pkg-config pkg-config      pkgconf-pkg-config       pkgconf    pkgconf           pkgconf
  game      library:ncursesw   libncurses-dev  ncurses-devel            ncurses    ncurses-dev       ncurses
  game      library:libuv      libuv1-dev      libuv-devel              libuv      libuv-dev         libuv
  game      library:libsodium  libsodium-dev   libsodium-devel          libsodium  libsodium-dev     libsodium
  game      library:readline   libreadline-dev readline-devel           readline   readline-dev      readline
  game      library:libzstd    libzstd-dev     libzstd-devel            zstd       zstd-dev          zstd
  game      library:sqlite3    libsqlite3-dev  sqlite-devel             sqlite     sqlite-dev        sqlite
  game      library:openssl    libssl-dev      openssl-devel            openssl    openssl-dev       openssl@3
  tests     library:cmocka     libcmocka-dev   libcmocka-devel          cmocka     cmocka-dev        cmocka
  tests     command:tmux       tmux            tmux                     tmux       tmux              tmux
  tests     command:expect     expect          expect                   expect     expect            expect
  tests     command:mandoc     mandoc          mandoc                   mandoc     mandoc            mandoc
  tests     command:nc         netcat-openbsd  netcat                   openbsd-netcat netcat-openbsd netcat
  tests     command:openssl    openssl         openssl                  openssl    openssl           openssl@3
  tests     command:python3    python3         python3                  python     python3           python3
  ci        library:libpq      libpq-dev       libpq-devel              postgresql-libs libpq-dev    libpq
  ci        postgresql         postgresql      postgresql-server        postgresql postgresql        postgresql@17
  ci        command:bash       bash            bash                     bash       bash              bash
  ci        command:git        git             git                      git        git               git
  ci        command:clang      clang           clang                    clang      clang             llvm
  ci        command:clang-format clang-format  clang-tools-extra        clang      clang-extra-tools clang-format
  ci        command:clang-tidy clang-tidy      clang-tools-extra        clang      clang-extra-tools llvm
  ci        command:cppcheck   cppcheck        cppcheck                 cppcheck   cppcheck          cppcheck
  ci        command:shellcheck shellcheck      ShellCheck               shellcheck shellcheck        shellcheck
  ci        command:codespell  codespell       codespell                codespell  codespell         codespell
  ci        command:aspell     aspell,aspell-en aspell,aspell-en         aspell,aspell-en aspell,aspell-en  aspell
  ci        library:vterm      libvterm-dev    libvterm-devel           libvterm   libvterm-dev      libvterm
  ci        command:desktop-file-validate desktop-file-utils desktop-file-utils desktop-file-utils desktop-file-utils desktop-file-utils
  ci        command:appstreamcli appstream     appstream                appstream  appstream         appstream
  ci        command:fish       fish            fish                     fish       fish              fish
  ci        command:zsh        zsh             zsh                      zsh        zsh               zsh
  ci        command:chromium   chromium        chromium                 chromium   chromium          -
  ci        command:tidy       tidy            tidy                     tidy       tidyhtml          tidy-html5
  ci        command:xmllint    libxml2-utils   libxml2                  libxml2    libxml2-utils     libxml2
  ci        sanitizers         gcc,libclang-rt-dev libtsan,compiler-rt compiler-rt - -
'

setup_install() {
    case $setup_system in
    Debian) setup_install_debian "$@" ;;
    Fedora) setup_as_root dnf install -y "$@" ;;
    Arch) setup_as_root pacman -S --needed --noconfirm "$@" ||
        setup_as_root pacman -Sy --needed --noconfirm "$@" ;;
    Alpine) setup_as_root apk add "$@" ;;
    Homebrew) brew install "$@" ;;
    esac
}

setup_install_debian() {
    # While this file is there, the installation of PostgreSQL makes no database cluster, and has none to start.
    setup_no_cluster=/etc/postgresql-common/createcluster.d/congo-tests.conf
    case " $* " in
    *' postgresql '*)
        setup_as_root mkdir -p "${setup_no_cluster%/*}" &&
            echo 'create_main_cluster = false' | setup_as_root tee "$setup_no_cluster" >/dev/null || return
        ;;
    esac
    # A fresh system has no package lists, and outdated lists name files that no longer exist.
    { apt-cache show "$@" >/dev/null 2>&1 && setup_apt install "$@"; } ||
        { setup_apt update && setup_apt install "$@"; }
    setup_status=$?
    # The folder goes too, unless it has files of the administrator's.
    [ ! -f "$setup_no_cluster" ] ||
        { setup_as_root rm -f "$setup_no_cluster" && setup_as_root rmdir "${setup_no_cluster%/*}" 2>/dev/null; }
    return "$setup_status"
}

setup_apt() {
    setup_command=$1
    shift
    setup_as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends \
        "$setup_command" "$@"
}

setup_as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif setup_at_terminal; then
        $setup_root "$@"
    else
        $setup_root -n "$@" # nobody can type a password
    fi
}

# Sets setup_system (empty if unknown) and setup_root, the command that becomes root.
setup_find_system() {
    setup_system=
    for setup_pair in apt-get:Debian dnf:Fedora pacman:Arch apk:Alpine brew:Homebrew; do
        if command -v "${setup_pair%:*}" >/dev/null 2>&1; then
            setup_system=${setup_pair#*:}
            break
        fi
    done
    setup_root=
    for setup_command in sudo doas; do
        command -v "$setup_command" >/dev/null 2>&1 && setup_root=$setup_command && break
    done
    # Homebrew keeps its ncurses, readline, openssl and libpq out of the default paths.
    if [ "$setup_system" = Homebrew ]; then
        setup_kegs=$(brew --prefix)/opt
        PKG_CONFIG_PATH=$setup_kegs/readline/lib/pkgconfig:${PKG_CONFIG_PATH-}
        PKG_CONFIG_PATH=$setup_kegs/ncurses/lib/pkgconfig:$PKG_CONFIG_PATH
        PKG_CONFIG_PATH=$setup_kegs/openssl@3/lib/pkgconfig:$PKG_CONFIG_PATH
        PKG_CONFIG_PATH=$setup_kegs/libpq/lib/pkgconfig:$PKG_CONFIG_PATH
        export PKG_CONFIG_PATH
    fi
}

# setup_has WHAT: succeeds if WHAT is installed.
setup_has() {
    case $1 in
    command:auto*) setup_generated || command -v "${1#command:}" >/dev/null 2>&1 ;;
    command:*) command -v "${1#command:}" >/dev/null 2>&1 ;;
    library:*) pkg-config --exists "${1#library:}" 2>/dev/null ;;
    postgresql) [ -n "$(setup_postgresql)" ] ;;
    compiler) setup_compiles ;;
    sanitizers) CC=clang setup_compiles -fsanitize=address,undefined && CC=gcc setup_compiles -fsanitize=thread ;;
    esac
}

# Prints the folder with the programs of the newest PostgreSQL server, or nothing. Many systems keep them out
# of the path.
setup_postgresql() {
    for setup_program in "$(command -v initdb)" /usr/lib/postgresql/*/bin/initdb /usr/pgsql-*/bin/initdb \
        /usr/libexec/postgresql*/initdb /usr/local/opt/postgresql*/bin/initdb /opt/homebrew/opt/postgresql*/bin/initdb; do
        setup_bin=${setup_program%/initdb}
        [ -x "$setup_program" ] && [ -x "$setup_bin/postgres" ] &&
            echo "$("$setup_bin/postgres" --version | sed 's/[^0-9]*//') $setup_bin"
    done | sort -n -s | sed -n '$s/^[^/]*//p'
}

# setup_compiles OPTION...: compiles a program, which also needs the headers of the C library.
# CC may have several words, such as "ccache gcc".
setup_compiles() (
    compiler=${CC:-}
    for known in gcc cc clang; do
        [ -z "$compiler" ] && command -v $known >/dev/null 2>&1 && compiler=$known
    done
    [ -n "$compiler" ] || exit 1
    scratch=$(mktemp -d) || exit 1
    printf '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n' >"$scratch/try.c"
    # shellcheck disable=SC2086 # words
    $compiler "$@" -o "$scratch/try" "$scratch/try.c" >/dev/null 2>&1
    status=$?
    rm -rf "$scratch"
    exit $status
)

# setup_missing OCCASION...: prints the lines of the table for what is missing.
setup_missing() {
    echo "$setup_needs" | while read -r setup_occasion setup_what setup_packages; do
        case " $* " in
        *" $setup_occasion "*) setup_has "$setup_what" || echo "$setup_what $setup_packages" ;;
        esac
    done
}

# setup_packages SYSTEM: reads such lines and prints the packages of a system.
setup_packages() {
    awk -v names='Debian Fedora Arch Alpine Homebrew' -v system_name="$1" '
        BEGIN { n = split(names, name); for (i = 1; i <= n; i++) column[name[i]] = i + 1 }
        { n = split($column[system_name], package, ",")
          for (i = 1; i <= n; i++)
              if (package[i] != "-" && !seen[package[i]]++) { printf "%s%s", space, package[i]; space = " " } }'
}

# setup_name WHAT...: prints the packages that provide WHAT, and in which system they have these names.
setup_name() {
    setup_find_system
    setup_whose=${setup_system:-Debian}
    for setup_what in "$@"; do
        echo "$setup_needs" | awk -v what="$setup_what" '$2 == what { sub($1, ""); print }'
    done | setup_packages "$setup_whose"
    echo " (so called in $setup_whose; README.md has the names elsewhere)"
}

# setup_give_up LINES REASON: prints what is missing and what to do about it, and exits.
setup_give_up() {
    {
        echo "Congo cannot be built here: $2."
        echo "Missing: $(echo "$1" | awk '{ sub(/.*:/, "", $1); printf "%s%s", space, $1; space = ", " }')."
        echo "Install these packages and try again:"
        for setup_name in Debian Fedora Arch Alpine Homebrew; do
            printf '  %-9s %s\n' "$setup_name" "$(echo "$1" | setup_packages "$setup_name")"
        done
    } >&2
    exit 1
}

# Succeeds if somebody can be asked.
setup_at_terminal() {
    [ -t 0 ] && [ -t 2 ]
}

# setup_may_install PACKAGE...: says what is missing and asks whether to install it. Waits for an answer.
setup_may_install() {
    {
        echo "Congo needs packages that are missing here: $*"
        case $(id -u):$setup_system in
        *:Homebrew) echo "Homebrew will install them." ;;
        0:*) echo "They will be installed as root." ;;
        *) echo "They will be installed as root, by $setup_root, which may ask for your password." ;;
        esac
        [ -z "$setup_yes" ] || return 0
        while printf 'Install them now? [y/N] '; do
            setup_answer=
            read -r setup_answer
            case $setup_answer in
            [yY] | [yY][eE][sS]) return 0 ;;
            '' | [nN] | [nN][oO]) return 1 ;;
            esac
        done
    } >&2
}

# setup_tools OCCASION...: installs what these occasions need and the system lacks.
setup_tools() {
    setup_find_system
    setup_lines=$(setup_missing "$@")
    [ -n "$setup_lines" ] || return 0
    [ -n "$setup_system" ] || setup_give_up "$setup_lines" "this system's packages are not known"
    [ "$(id -u)" = 0 ] || [ -n "$setup_root" ] || [ "$setup_system" = Homebrew ] ||
        setup_give_up "$setup_lines" "packages are installed by root, and there is no sudo"
    [ -n "$setup_yes" ] || setup_at_terminal ||
        setup_give_up "$setup_lines" "there is no terminal to ask at; with --yes the packages are installed as root"
    setup_wanted=$(echo "$setup_lines" | setup_packages "$setup_system")
    # shellcheck disable=SC2086 # the names are words
    {
        setup_may_install $setup_wanted || setup_give_up "$setup_lines" "the packages are not wanted"
        setup_install $setup_wanted >&2 ||
            setup_give_up "$setup_lines" "the packages could not be installed"
    }
    setup_lines=$(setup_missing "$@")
    [ -z "$setup_lines" ] || setup_give_up "$setup_lines" "something is still missing"
}

# setup_newer FILE: prints what in the tree, or in how it was configured, is newer than the file.
setup_newer() (
    cd "$top" && find . build/config.status \( -path ./build -o -path ./.git \) -prune -o -newer "$1" -print 2>/dev/null
)

# Succeeds if configure and Makefile.in, which a release brings, are as new as the files they are made from.
setup_generated() {
    [ -f "$top/configure" ] && [ -f "$top/Makefile.in" ] &&
        ! setup_newer configure | grep -q -e '/configure\.ac$' -e '/Makefile\.am$' -e '/local\.mk$'
}

# Configures the build, or configures it anew with its options; makes configure where it is missing or
# outdated. The relative path allows blanks in the names of the folders above, which autoconf rejects in an
# absolute one.
setup_configure() {
    setup_generated || (cd "$top" && autoreconf -fi) || return
    cd "$setup_folder" || return
    setup_options=--enable-native
    [ ! -f config.status ] || setup_options=$(./config.status --config) || return
    if [ "$setup_folder" = "$top" ]; then setup_sources=.; else setup_sources=..; fi
    eval "$setup_sources/configure -q $setup_options"
}

setup_processors() {
    getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2
}

setup_make() {
    make -s --no-print-directory -C "$setup_folder" -j "$(setup_processors)" "$@"
}

# Makes Makefile up to date. make reruns autoconf when a list of files has changed; after larger changes of the
# tree that fails, and everything is configured anew. A build that was configured without the library of the
# tests is configured again, with its options, once the library is there.
setup_prepare() {
    { [ -f "$setup_folder/Makefile" ] && setup_make Makefile; } || (setup_configure) || return
    ! grep -qF '"HAVE_CMOCKA_TRUE"]="#"' "$setup_folder/config.status" || ! setup_has library:cmocka ||
        (cd "$setup_folder" && ./config.status -q --recheck && ./config.status -q)
}

# setup_count TARGET...: prints how many files make will make. The rule of config.h always runs, and seldom
# changes it.
setup_count() {
    setup_make -n -o config.h AM_MAKEFLAGS='-o config.h' "$@" 2>/dev/null | grep -c 'echo "  '
}

# setup_show TOTAL: copies the output of make to the log and shows how far it is: in a line that is rewritten,
# or without a terminal in a line for each quarter. Fails if make did.
setup_show() {
    setup_total=$1 setup_done=0 setup_shown=0 setup_status=1
    while IFS= read -r setup_line; do
        case $setup_line in
        'exit status '*) setup_status=${setup_line##* } ;;
        '  '[A-Z]*) setup_done=$((setup_done + 1)) ;;
        esac
        printf '%s\n' "$setup_line" >>"$setup_log"
        [ "$setup_done" -le "$setup_total" ] || setup_total=$setup_done
        if [ "$setup_done" = "$setup_shown" ]; then
            continue
        elif [ -t 2 ]; then
            printf '\rBuilding: %d of %d' "$setup_done" "$setup_total" >&2
        elif [ $((4 * setup_done / setup_total)) != $((4 * setup_shown / setup_total)) ]; then
            echo "Building: $setup_done of $setup_total" >&2
        fi
        setup_shown=$setup_done
    done
    [ "$setup_done" = 0 ] || [ ! -t 2 ] || echo >&2
    return "$setup_status"
}

# Shows the errors of the log, and says where it is.
setup_report() {
    {
        echo "Congo could not be built:"
        grep -v -e '^  [A-Z]' -e '^exit status' "$setup_log" | tail -n 100
        echo "The whole log is $setup_log."
    } >&2
    return 1
}

# setup_build TARGET: builds the target, in the tree if it has been configured there (make would take the
# products in the tree for those of any other build), and otherwise in $top/build. Is quiet if everything is up
# to date.
setup_build() {
    setup_folder=$top/build
    [ ! -f "$top/config.status" ] || setup_folder=$top
    setup_log=$setup_folder/build.log
    mkdir -p "$setup_folder" || return
    { [ -f "$setup_folder/Makefile" ] && setup_make -q Makefile >/dev/null 2>&1; } ||
        echo "Configuring Congo, which takes some seconds." >&2
    setup_prepare >"$setup_log" 2>&1 || setup_report || return
    : >"$setup_folder/build.new" # older than what changes from here on
    setup_files=$(setup_count "$1")
    case $1 in all) setup_size="70 MB" ;; *) setup_size="500 MB" ;; esac
    [ "$setup_files" -lt 100 ] ||
        echo "Building Congo in $setup_folder, which grows to about $setup_size." >&2
    {
        setup_make "$1" 2>&1
        echo "exit status $?"
    } | setup_show "$setup_files" || setup_report || return
    mv "$setup_folder/build.new" "$setup_folder/build.done"
}

# Succeeds if nothing has changed since $top/build was built; much faster than make. Sets setup_folder.
setup_is_built() {
    setup_folder=$top/build
    [ ! -f "$top/config.status" ] && [ -x "$setup_folder/src/congo" ] && [ -f "$setup_folder/build.done" ] &&
        [ -z "$(setup_newer build/build.done)" ]
}
