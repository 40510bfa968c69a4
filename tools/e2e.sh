#!/bin/sh
# Runs the browser tests against the real program: bin/mentionary on free ports and a folder of its own, with the demo
# library analysed. usage: tools/e2e.sh [arguments of playwright test]
set -eu
bin=$PWD/bin/mentionary
[ -x "$bin" ] || { echo "bin/mentionary is missing: run make build" >&2; exit 1; }
dir=$(mktemp -d)
port() { node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'; }
web=$(port); demo=$(port); temporal=$(port); ui=$(port)
MENTIONARY_LISTEN=127.0.0.1:$web MENTIONARY_DEMO_LISTEN=127.0.0.1:$demo MENTIONARY_TEMPORAL_ADDRESS=127.0.0.1:$temporal \
  MENTIONARY_TEMPORAL_UI=127.0.0.1:$ui MENTIONARY_DATA_DIR=$dir/data "$bin" run >"$dir/out" 2>"$dir/log" &
pid=$!
end() { kill "$pid" 2>/dev/null || true; wait "$pid" 2>/dev/null || true; rm -rf "$dir"; }
trap end EXIT
trap 'exit 1' INT TERM
export BASE_URL="http://localhost:$web" DEMO_URL="http://127.0.0.1:$demo" SERVER_LOG="$dir/log"
node --input-type=module - <<'JS' || { echo "the program did not come up or its demo library was not analysed:" >&2; tail -50 "$dir/log" >&2; exit 1; }
const until = Date.now() + 90_000
const ready = async () => {
  try { return (await (await fetch(`${process.env.BASE_URL}/api/stats`)).json()).totalEpisodes >= 9 } catch { return false }
}
while (!(await ready())) {
  if (Date.now() > until) process.exit(1)
  await new Promise(r => setTimeout(r, 250))
}
JS
cd webapp
npx playwright test "$@"
