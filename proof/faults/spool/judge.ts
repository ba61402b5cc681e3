import { readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { parcels } from '../../../server/testing/spool-setup.ts';
import type { Check } from '../fault-run.ts';
import type { AddedRows } from './load.ts';

/** Written by a trigger for every deleted row, and by the handler for every row it completed, in that transaction. */
export const judgeTables = `
  create table deletions (number bigint generated always as identity, project_id uuid not null, id uuid not null, fence uuid);
  create table effects (number bigint generated always as identity, project_id uuid not null, id uuid not null, fence uuid);
  grant insert on effects to postrider_app;
  create function note_deletion() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    insert into deletions (project_id, id, fence) values (old.project_id, old.id, old.fence);
    return null;
  end $$;
  create trigger note_deletion after delete on ${parcels} for each row execute function note_deletion();`;

/** Compares the added rows, what the database recorded and what the workers noted. */
export async function judge(client: Client, notes: string, added: AddedRows, check: Check): Promise<void> {
  const deletions = await loadPairs(client, 'deletions');
  const effects = await loadPairs(client, 'effects');
  const lines = readFileSync(notes, 'utf8').split('\n');
  const noted = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const accepted = noted('accepted');

  const left = await client.query(`select id, claims, lease_until from ${parcels} limit 5`);
  check('every row was completed', left.rowCount === 0 && isSame(idsOf(deletions), added.all), {
    added: added.all.length,
    left: left.rows,
  });
  check('no row was completed twice', repeated(idsOf(deletions)) === 0, { completions: deletions.length });
  check(
    'every effect of a handler happened once',
    isSame(idsOf(effects), added.inTransaction) && repeated(idsOf(effects)) === 0,
    {
      effects: effects.length,
    },
  );
  check('every effect belongs to the completion in its transaction', isWithin(effects, deletions));
  check('no two workers had the same completion accepted', repeated(idsOf(accepted)) === 0, {
    accepted: accepted.length,
  });
  check('an accepted completion is the one in the database', isWithin(accepted, effects));
  check('late completions were tried and refused', noted('refused').length > 0, {
    refused: noted('refused').length,
    poison: noted('poison').length,
  });
}

async function loadPairs(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ pair: string }>(`select id || ' ' || fence as pair from ${table}`);
  return rows.map((row) => row.pair);
}

const idsOf = (lines: readonly string[]): string[] => lines.map((line) => line.split(' ')[0] ?? '');
const repeated = (ids: readonly string[]): number => ids.length - new Set(ids).size;
const isWithin = (some: readonly string[], all: readonly string[]): boolean => {
  const known = new Set(all);
  return some.every((line) => known.has(line));
};
const isSame = (ids: readonly string[], expected: readonly string[]): boolean =>
  isWithin(ids, expected) && isWithin(expected, ids);
