#!/bin/sh
# The tree keeps its walls.
exec "$CONGO_SOURCE/tools/walls" "$CONGO_SOURCE"
