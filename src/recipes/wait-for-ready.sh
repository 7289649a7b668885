#!/bin/sh
# Uses the given stand-in, or starts one, waits until it is ready, and stops it at the end.
set -eu
url=${ABUSE_FEED_BASE_URL:-}
if [ -z "$url" ]; then
  log=$(mktemp)
  ./node_modules/.bin/abuse-feed serve --port 0 --memory --quiet >"$log" &
  server=$!
  trap 'kill "$server"; rm -f "$log"' EXIT

  until grep -q '^Ready on ' "$log"; do
    kill -0 "$server" || exit 1
    sleep 0.1
  done
  url=$(sed -n 's/^Ready on \(.*\)\. Ctrl-C.*/\1/p' "$log")
fi

curl --silent --fail "$url/__admin/health"
