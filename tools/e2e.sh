#!/bin/sh
# Runs the browser tests against the real program: bin/mentionary on free ports and in a folder of its own, with the demo
# library analyzed and the podcasts of webapp/e2e/feed-server.mjs. usage: tools/e2e.sh [arguments of playwright test]
#
#   MENTIONARY=path tools/e2e.sh                                     another program
#   SHOTS=folder tools/e2e.sh --config playwright.shots.config.ts    pictures of the pages instead
set -eu
bin=${MENTIONARY:-$PWD/bin/mentionary}
[ -x "$bin" ] || { echo "$bin is missing: run make build" >&2; exit 1; }
dir=$(mktemp -d)
pids=
end() {
  for pid in $pids; do kill "$pid" 2>/dev/null || true; done
  for pid in $pids; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$dir"
}
trap end EXIT
trap 'exit 1' INT TERM

# All at once, so that none is given out twice.
ports() {
  node --input-type=module - <<'JS'
import { createServer } from 'node:net'
const servers = await Promise.all([1, 2, 3, 4].map(() => new Promise(done => { const s = createServer().listen(0, '127.0.0.1', () => done(s)) })))
console.log(servers.map(s => `127.0.0.1:${s.address().port}`).join(' '))
for (const s of servers) s.close()
JS
}
read -r web demo temporal ui <<EOF
$(ports)
EOF

node webapp/e2e/feed-server.mjs >"$dir/feeds" &
pids=$!
export BASE_URL="http://localhost:${web#*:}" DEMO_URL="http://$demo" FEEDS_FILE="$dir/feeds" SERVER_LOG="$dir/log" DATA_DIR="$dir/data"
# Waits until something is true of the program or its helpers, at most 90 seconds.
await() {
  node --input-type=module - "$1" <<'JS'
import { readFileSync } from 'node:fs'
const { BASE_URL, DATA_DIR, FEEDS_FILE } = process.env
const questions = {
  feeds: () => readFileSync(FEEDS_FILE, 'utf8').endsWith('}\n'),
  // Its four shows have ended, and are not only public: what is handed in again is known already then.
  library: async () => {
    const { token } = JSON.parse(readFileSync(`${DATA_DIR}/run.json`, 'utf8'))
    const answer = await fetch(`${BASE_URL}/api/jobs?all=true`, { headers: { Authorization: `Bearer ${token}` } })
    const jobs = await answer.json()
    return jobs.length === 4 && jobs.every(job => job.finishedAt)
  },
}
for (const until = Date.now() + 90_000; Date.now() < until; await new Promise(r => setTimeout(r, 100))) {
  try {
    if (await questions[process.argv[2]]()) process.exit(0)
  } catch {
    // not there yet
  }
}
process.exit(1)
JS
}
await feeds || { echo "the feed server did not come up" >&2; exit 1; }
FEEDS=$(cat "$dir/feeds")
export FEEDS

MENTIONARY_LISTEN=$web MENTIONARY_DEMO_LISTEN=$demo MENTIONARY_TEMPORAL_ADDRESS=$temporal MENTIONARY_TEMPORAL_UI=$ui \
  MENTIONARY_ITUNES_URL=http://$demo/directory MENTIONARY_FEED_ORIGINS=$(node -p 'Object.values(JSON.parse(process.env.FEEDS)).join()') \
  MENTIONARY_DATA_DIR=$DATA_DIR "$bin" run >"$dir/out" 2>"$dir/log" &
pids="$pids $!"
await library || { echo "the program did not come up or its demo library was not analyzed:" >&2; tail -50 "$dir/log" >&2; exit 1; }

status=0
(cd webapp && MENTIONARY=$bin REPORT=$dir/report.json npx playwright test "$@") || status=$?
[ $status = 0 ] || grep -E "level=(WARN|ERROR)|path=/csp-report" "$dir/log" | tail -20 >&2 || true
[ ! -f "$dir/report.json" ] || node webapp/e2e/summary.mjs "$dir/report.json"
[ $status = 0 ] || exit $status
# The browser tells the server about everything the content policy refused, also where no test looked.
if grep 'path=/csp-report' "$dir/log" >&2; then
  echo "the content policy was violated" >&2
  exit 1
fi
rm -rf "webapp/test-results/${web#*:}"
