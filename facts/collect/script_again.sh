# The shell of Solaris 10 is older than POSIX: go on in the one that is not.
if [ -z "$ADVISOR_SHELL" ] && [ -x /usr/xpg4/bin/sh ]; then
    case $0 in
    # read from a pipe: a file of this name in the current folder would be run instead
    sh | jsh | ksh | bash | -* | */sh | */jsh | */ksh | */bash)
        echo "save this script to a file, and run: sh FILE" >&2
        exit 2
        ;;
    esac
    ADVISOR_SHELL=xpg4
    export ADVISOR_SHELL
    exec /usr/xpg4/bin/sh "$0" "$@"
fi
