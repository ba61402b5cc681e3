import type { Client } from 'pg';
import type { Config } from '#platform/config';
import { keyRing } from '#platform/crypto';
import { listMigrations } from '#platform/db';
import { CommandRefused } from '../commands/command.ts';
import type { ProjectCopy } from './copy-project.ts';
import { listProjectTables } from './project-tables.ts';

export async function refuseOtherSchema(source: Client, target: Client): Promise<void> {
  const [there, here] = [await listMigrations(source), await listMigrations(target)];
  if (there.join() === here.join()) return;
  throw new CommandRefused(
    `The other installation has the tables of ${there.at(-1)}, this one those of ${here.at(-1)}.`,
    'Bring both to the same version first.',
  );
}

/** Returns the id of the account. */
export async function refuseMissingOwner(target: Client, email: string): Promise<string> {
  const { rows } = await target.query<{ id: string }>('select id from users where email = lower($1)', [email]);
  if (rows[0]) return rows[0].id;
  throw new CommandRefused('This installation has no account of that owner.', 'Let them sign up here first.');
}

export async function refuseTaken(target: Client, handle: string): Promise<void> {
  if ((await target.query('select from projects where handle = $1', [handle])).rowCount === 0) return;
  throw new CommandRefused(`Another project of this installation has the handle ${handle}.`);
}

export async function refuseOutsideFiles(source: Client, projectId: string): Promise<void> {
  const count = await countOutsideFiles(source, projectId);
  if (count === 0) return;
  throw new CommandRefused(
    `${count} images of the project are outside of the database.`,
    'Copy them to the storage of this installation (docs/operating/uploads.md), then say --files-copied.',
  );
}

/** Why: what was billed is kept after an erasure, and its rows are in the copy of the project as well. */
export async function refuseKeptRows(target: Client, projectId: string): Promise<void> {
  for (const { name, where } of await listProjectTables(target, projectId)) {
    if ((await target.query(`select from ${name} where ${where} limit 1`)).rowCount === 0) continue;
    throw new CommandRefused(
      `This installation has kept rows of the project in ${name}, from before it left.`,
      'A project that was billed cannot come back.',
    );
  }
}

/** Why: installations may share a storage, whose images would be gone for both. */
export async function refuseErasedFiles(own: Client, projectId: string): Promise<void> {
  const count = await countOutsideFiles(own, projectId);
  if (count === 0) return;
  throw new CommandRefused(
    `${count} images of the project are outside of the database, and are deleted with the copy.`,
    'Does the installation that has the project now keep its own? Then say --files-too.',
  );
}

async function countOutsideFiles(database: Client, projectId: string): Promise<number> {
  const { rowCount } = await database.query('select from uploads where project_id = $1 and content is null', [
    projectId,
  ]);
  return rowCount ?? 0;
}

/** Links and stored secrets of the project rest on the key of the other installation. */
export function refuseUnknownKeys(config: Config, { keyIds }: ProjectCopy): void {
  const known = new Set(keyRing(config, 'dkim-keys').map(({ id }) => id));
  const unknown = keyIds.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  throw new CommandRefused(
    `Secrets of the project are sealed with a key that is unknown here (${unknown.join(', ')}).`,
    'List the SECRET_KEY of the other installation and its SECRET_KEYS_OLD in SECRET_KEYS_OLD of this one, and start all its processes anew.',
  );
}

/** Why: customer and subscription are known to the payment account of the other installation, and both would report the same mail. */
export async function refusePaying(source: Client, projectId: string): Promise<void> {
  const { rows } = await source.query<{ pays: boolean; owes: boolean }>(
    `select exists (select from projects where id = $1 and subscription_status is not null)
              or exists (select from billing_accounts where project_id = $1 and checkout_currency is not null
                          and coalesce(checkout_expires_at > now(), true)) as pays,
            exists (select from billing_units where project_id = $1 and is_open and customer_id <> '')
              or exists (select from meter_events where project_id = $1 and state = 'WAITING') as owes`,
    [projectId],
  );
  if (rows[0]?.pays)
    throw new CommandRefused(
      'The project has a payment subscription, or a checkout that is open. It cannot be moved with it.',
      'End it in the other installation first, and subscribe in this one after the move.',
    );
  if (rows[0]?.owes)
    throw new CommandRefused(
      'Mail of the project is not reported to the payment provider yet.',
      'Repeat the command when the other installation has reported it, an hour or two after the last mail.',
    );
}
