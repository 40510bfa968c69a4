#!/bin/sh
# Makes the namespace and the search attributes that Mentionary's workflows carry. Safe to run twice.
set -eu
namespace=mentionary
temporal operator namespace describe --namespace "$namespace" >/dev/null 2>&1 ||
  temporal operator namespace create --namespace "$namespace" --retention 720h
have=$(temporal operator search-attribute list --namespace "$namespace")
for name in Kind Platform Channel Stage Submitter ErrorClass; do
  case $have in
  *"Mentionary$name"*) ;;
  *) temporal operator search-attribute create --namespace "$namespace" --name "Mentionary$name" --type Keyword ;;
  esac
done
