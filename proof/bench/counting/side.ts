import { randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { urlOf } from '../../../server/testing/database.ts';
import { connect } from '../../../server/testing/spool-setup.ts';
import { accept, type Change } from './statements.ts';

/** A database with one version of the functions that count, and a session as the product has it. */
export interface Side {
  readonly owner: Client;
  withoutTriggers(): Promise<void>;
  /** Processor time for each mail. */
  measure(change: Change): Promise<number>;
  close(): Promise<void>;
}

export async function openSide(database: string, projectId: string): Promise<Side> {
  const owner = await connect(urlOf(database));
  const session = await connect(urlOf(database));
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? Number.NaN;
  await session.query(`select set_config('app.project', $1, false), set_config('role', 'postrider_app', false)`, [
    projectId,
  ]);
  const prepare = async ({ batch, mails, before, text }: Change): Promise<string[][]> => {
    await owner.query('truncate emails, mail_figures, mail_breakdowns');
    const ids = Array.from({ length: mails }, () => randomUUIDv7());
    if (text !== accept) await owner.query(accept, [projectId, ids]);
    if (before) await owner.query(before, [projectId, ids]);
    await owner.query('vacuum analyze emails');
    return Array.from({ length: mails / batch }, (_, index) => ids.slice(index * batch, (index + 1) * batch));
  };
  return {
    owner,
    withoutTriggers: async () => void (await owner.query('alter table emails disable trigger user')),
    async measure(change) {
      const { name, text, mails } = change;
      const batches = await prepare(change);
      const began = processorMicroseconds(pid);
      for (const ids of batches) await session.query({ name, text, values: [projectId, ids] });
      return (processorMicroseconds(pid) - began) / mails;
    },
    async close() {
      await session.end();
      await owner.end();
    },
  };
}

/** The functions about emails that another checkout has. */
export async function applyFunctionsOf(checkout: string, { owner }: Side): Promise<void> {
  const folder = join(checkout, 'server/sql/emails');
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql'))) {
    await owner.query(`begin; ${await readFile(join(folder, file), 'utf8')}; commit`);
  }
}

/** Finer than `/proc/<pid>/stat`, whose unit is ten milliseconds. */
const processorMicroseconds = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
