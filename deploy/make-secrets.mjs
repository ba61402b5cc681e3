// Makes the secrets of an installation at its first start, each in a file, and keeps those that are there.
// `node make-secrets.mjs <folder>`: below it `app`, `migrate` and `postgres` are volumes, so that a service reads only its own.
// SECRET_KEY, POSTGRES_PASSWORD and POSTRIDER_PASSWORD are taken from the environment where an earlier installation has them there.
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

const folder = process.argv[2] ?? '/secrets';

/** Written whole or not at all, and on the disk before anything uses it: a password that is lost later locks the database. */
function keep(path, value) {
  const file = join(folder, path);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = openSync(`${file}.new`, 'w', 0o444);
  writeSync(unfinished, value);
  fsyncSync(unfinished);
  closeSync(unfinished);
  renameSync(`${file}.new`, file);
  const place = openSync(dirname(file), 'r');
  fsyncSync(place);
  closeSync(place);
  process.stdout.write(`made ${path}\n`);
  return value;
}

const given = (name) => process.env[name] || randomBytes(32).toString('hex');
const urlOf = (user, password) => `postgres://${user}:${encodeURIComponent(password)}@postgres:5432/postrider`;

const ofSuperuser = keep('postgres/POSTGRES_PASSWORD', given('POSTGRES_PASSWORD'));
const ofLogin = keep('postgres/POSTRIDER_PASSWORD', given('POSTRIDER_PASSWORD'));
keep('migrate/DATABASE_URL', urlOf('postgres', ofSuperuser));
keep('app/DATABASE_URL', urlOf('postrider', ofLogin));
keep('app/SECRET_KEY', given('SECRET_KEY'));
