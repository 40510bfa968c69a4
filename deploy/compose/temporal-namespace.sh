#!/bin/sh
# Makes the namespace and the search attributes that Mentionary's workflows carry. Safe to run twice.
set -eu
namespace=mentionary

# A new namespace is known everywhere in the cluster only after some seconds.
patiently() {
  tries=0
  until "$@"; do
    tries=$((tries + 1))
    [ "$tries" -lt 15 ] || return 1
    sleep 2
  done
}

temporal operator namespace describe --namespace "$namespace" >/dev/null 2>&1 ||
  patiently temporal operator namespace create --namespace "$namespace" --retention 720h
have=$(patiently temporal operator search-attribute list --namespace "$namespace")
for name in Kind Platform Channel Stage Submitter ErrorClass; do
  case $have in
  *"Mentionary$name"*) ;;
  *) patiently temporal operator search-attribute create --namespace "$namespace" --name "Mentionary$name" --type Keyword ;;
  esac
done
