#!/bin/sh
# Makes what deploy/compose.yaml needs and git must not see: passwords, keys, a certificate authority of its own with two
# certificates, and .env for your own settings. Does nothing when they are there. To begin anew, delete
# deploy/compose/secrets and the volume of the database (docker compose -f deploy/compose.yaml down --volumes): the database
# keeps the passwords of its first start.
#
# Needs openssl, and htpasswd or docker to hash the passwords of the preset people.
# usage: deploy/compose/init.sh
set -eu
cd "$(dirname "$0")"
[ -e .env ] || (umask 077 && cp .env.example .env)
if [ -e secrets ]; then
  echo "deploy/compose/secrets is there already: nothing to do."
  exit 0
fi
umask 077
work=$(mktemp -d ./.secrets.XXXXXX)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

password() { openssl rand -hex 24; }

# bcrypt of the password on standard input; htpasswd is there more often than a tool made for this.
bcrypt() {
  if command -v htpasswd >/dev/null; then
    htpasswd -niBC 10 x | sed -n 's/^x://p' | sed 's/^\$2y/$2a/'
  elif command -v docker >/dev/null; then
    docker run --rm --interactive caddy:2.10.2-alpine caddy hash-password --algorithm bcrypt
  else
    echo "htpasswd (of apache2-utils or httpd-tools) or docker is needed to hash passwords." >&2
    return 1
  fi
}

authority() {
  openssl ecparam -name prime256v1 -genkey -noout -out "$work/ca.key"
  openssl req -new -x509 -sha256 -days 3650 -key "$work/ca.key" -subj "/CN=Mentionary compose" -out "$work/ca.crt"
}

# certificate NAME HOST...: signed for the hosts, for the 825 days that browsers allow.
certificate() {
  name=$1
  shift
  hosts=
  for host; do hosts="$hosts${hosts:+,}DNS:$host"; done
  printf 'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth\nsubjectAltName=%s\n' "$hosts" >"$work/$name.ext"
  openssl ecparam -name prime256v1 -genkey -noout -out "$work/$name.key"
  openssl req -new -sha256 -key "$work/$name.key" -subj "/CN=$1" -out "$work/$name.csr"
  openssl x509 -req -sha256 -days 825 -in "$work/$name.csr" -CA "$work/ca.crt" -CAkey "$work/ca.key" -set_serial "0x$(openssl rand -hex 8)" \
    -extfile "$work/$name.ext" -out "$work/$name.crt" 2>/dev/null
  rm "$work/$name.csr" "$work/$name.ext"
}

authority
certificate database database
certificate proxy mentionary.localhost id.localhost
# The authority signs nothing more: without its key nobody else can sign in its name either.
rm "$work/ca.key"

product=$(password)
temporal=$(password)
client=$(password)
{
  echo "POSTGRES_PASSWORD=$(password)"
  echo "PRODUCT_PASSWORD=$product"
  echo "TEMPORAL_PASSWORD=$temporal"
} >"$work/database.env"
echo "SQL_PASSWORD=$temporal" >"$work/temporal-schema.env"
echo "POSTGRES_PWD=$temporal" >"$work/temporal.env"
echo "MENTIONARY_DATABASE=postgres://mentionary:$product@database:5432/mentionary?sslmode=verify-full" >"$work/mentionary.env"
{
  echo "MENTIONARY_SESSION_KEY=$(password)"
  echo "MENTIONARY_OIDC_CLIENT_SECRET=$client"
} >"$work/api.env"
echo "CLIENT_SECRET=$client" >"$work/identity.env"
for person in ada ben cleo; do
  secret=$(password | cut -c1-16)
  hash=$(printf '%s\n' "$secret" | bcrypt)
  [ -n "$hash" ] || { echo "The password of $person could not be hashed." >&2; exit 1; }
  printf "%s_HASH='%s'\n" "$(echo $person | tr '[:lower:]' '[:upper:]')" "$hash" >>"$work/identity.env"
  echo "$person@example.org $secret" >>"$work/people.txt"
done

# Containers run as users of their own and have to read what is mounted; the folder keeps everybody else of this machine out.
chmod 0444 "$work"/*.crt "$work"/*.key
mv "$work" secrets
echo "Made deploy/compose/secrets. People and their passwords: deploy/compose/secrets/people.txt"
echo "Your browser does not know the certificate authority: trust deploy/compose/secrets/ca.crt, or accept the warning."
