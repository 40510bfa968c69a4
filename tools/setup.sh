#!/bin/sh
# Installs what the tests need and the machine lacks: PostgreSQL, Chromium (without windows for the tests, whole to measure speed), fonts,
# a C compiler for the race detector, OpenSSL, the shells that completion is tested in, ffmpeg, which cuts audio, a synthetic voice and an
# engine that hears it.
set -eu
missing=
have() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }
for p in postgresql chromium chromium-headless-shell fonts-liberation fonts-noto-cjk gcc libc6-dev openssl zsh fish ffmpeg \
	espeak-ng pocketsphinx pocketsphinx-en-us; do have "$p" || missing="$missing $p"; done
[ -z "$missing" ] && exit 0
command -v apt-get >/dev/null || { echo "please install:$missing" >&2; exit 1; }
sudo=; [ "$(id -u)" = 0 ] || sudo=sudo
echo "installing:$missing"
$sudo apt-get update -q >/dev/null
# shellcheck disable=SC2086 # a list of package names
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -qy --no-install-recommends $missing >/dev/null
