import { readFile } from 'node:fs/promises';
import type { MigrationBuilder } from 'node-pg-migrate';

/** First line of a file whose statements run one by one, outside of a transaction. See docs/operating/upgrade.md. */
const marker = /^-- without transaction\b/;

/** Statements of such files block no others while they wait, so they may wait for long transactions. */
const lockTimeout = '15min';

interface Migration {
  id: string;
  filePaths: string[];
  actions: { up: (pgm: MigrationBuilder) => void; down: false };
}

/** Loads migration files. A file is one transaction, unless its first line says otherwise. */
export const loadMigrations = (paths: string[]): Promise<Migration[]> =>
  Promise.all(
    paths.map(async (path) => {
      const content = await readFile(path, 'utf8');
      const up = marker.test(content) ? oneByOne(content) : (pgm: MigrationBuilder) => pgm.sql(content);
      return { id: path, filePaths: [path], actions: { up, down: false } };
    }),
  );

/** A statement ends with a semicolon at the end of its line. */
const oneByOne = (content: string) => (pgm: MigrationBuilder) => {
  pgm.noTransaction();
  pgm.sql(`set lock_timeout = '${lockTimeout}'`);
  const statements = content.replace(/^\s*--.*$/gm, '').split(/;[ \t]*$/m);
  for (const statement of statements.map((text) => text.trim()).filter(Boolean)) pgm.sql(statement);
};
