#!/bin/bash
# Runs once, when the database is empty. Makes the login that the API and the workers use: it can do nothing by itself
# and becomes the app or the worker role inside each transaction. The migrator, which logs in as the superuser of this
# database, gives those roles their rights.
set -euo pipefail

psql --quiet --set ON_ERROR_STOP=1 --set password="$(cat "$POSTRIDER_PASSWORD_FILE")" \
  --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role postrider_owner nologin noinherit;
create role postrider_app nologin noinherit;
create role postrider_worker nologin noinherit;
create role postrider_dispatch nologin noinherit;
create role postrider login noinherit password :'password';
grant postrider_app, postrider_worker to postrider;
SQL
