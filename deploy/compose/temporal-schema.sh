#!/bin/sh
# Prepares Temporal's two databases, or brings them up to this version. Safe to run twice.
set -eu
for part in temporal visibility; do
  case $part in
  temporal) SQL_DATABASE=temporal ;;
  visibility) SQL_DATABASE=temporal_visibility ;;
  esac
  export SQL_DATABASE
  temporal-sql-tool setup-schema -v 0.0
  temporal-sql-tool update-schema -d "/etc/temporal/schema/postgresql/v12/$part/versioned"
done
