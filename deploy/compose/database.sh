#!/bin/sh
# Makes the roles and databases when the volume is new: one role for the product, one for Temporal, neither can read the
# other's data. Run by the image of PostgreSQL.
set -eu
psql -v ON_ERROR_STOP=1 -v product="$PRODUCT_PASSWORD" -v temporal="$TEMPORAL_PASSWORD" -U postgres -d postgres <<'SQL'
CREATE ROLE mentionary LOGIN PASSWORD :'product';
CREATE ROLE temporal LOGIN PASSWORD :'temporal';
CREATE DATABASE mentionary OWNER mentionary;
CREATE DATABASE temporal OWNER temporal;
CREATE DATABASE temporal_visibility OWNER temporal;
REVOKE CONNECT ON DATABASE mentionary, temporal, temporal_visibility, postgres FROM PUBLIC;
SQL
