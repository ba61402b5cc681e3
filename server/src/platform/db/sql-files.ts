import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** A file of `server/sql`: one function, or a few that belong together. */
export interface SqlFile {
  /** `emails/gate_deliveries` */
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

/** The function files of a directory, in the order of their names. */
export const readSqlFiles = (directory: string): SqlFile[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql'))
    .map((path) => readSqlFile(directory, path))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

function readSqlFile(directory: string, path: string): SqlFile {
  const text = readFileSync(join(directory, path), 'utf8');
  return {
    name: path.slice(0, -'.sql'.length).replaceAll(sep, '/'),
    text,
    hash: createHash('sha256').update(text).digest('hex'),
  };
}
