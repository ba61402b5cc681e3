import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { copyChannels } from '#features/emails';
import { adoptEventCounts } from '#features/events';
import { addOwnerOfMoved, clearMoveMarks, markMoved } from '#features/projects';
import { type Config, sessionUrlOf } from '#platform/config';
import { limits, refuseSharedSession, SharedSession } from '#platform/db';
import { CommandRefused } from '../commands/command.ts';
import { type CopiedTable, copyProject } from './copy-project.ts';
import { findCopy, findProject, hasArrived } from './find-project.ts';
import { holdProject } from './hold-project.ts';
import { listProjectTables } from './project-tables.ts';
import {
  refuseMissingOwner,
  refuseOtherSchema,
  refuseOutsideFiles,
  refusePaying,
  refuseTaken,
  refuseUnknownKeys,
} from './refusals.ts';

export interface MovedProject {
  readonly projectId: string;
  /** Database of the installation that the project is in. */
  readonly from: string;
}

export interface Move extends MovedProject {
  /** Who owns it here: the address of an account of this installation. */
  readonly owner: string;
  /** The operator has copied its images, which are outside of the database. */
  readonly hasCopiedFiles: boolean;
}

export interface MoveResult {
  readonly tables: readonly CopiedTable[];
  readonly handle: string;
  /** Mark of the installation that made its keys and links; null where they have none. */
  readonly mark: string | null;
  readonly heldSeconds: number;
}

/** How long a connection that was cut off may still live in its server. */
const lingerMs = 10_000;
const pauseMs = 100;

/**
 * Brings a project from another installation into this one. It is held there, copied in one transaction and compared, and stays refused
 * there afterwards. Whatever interrupts it, one of the two has the project: the same command again finishes, `abortMove` goes back.
 */
export const moveProject = (config: Config, move: Move, progress: (line: string) => void): Promise<MoveResult> =>
  onBoth(config, move, 0, async (source, target) => {
    const project = await findProject(source, move.projectId);
    const isHere = hasArrived(project, await findCopy(target, move.projectId));
    await refuseOtherSchema(source, target);
    const ownerId = await refuseMissingOwner(target, move.owner);
    if (!isHere) await refuseTaken(target, project.handle);
    if (!isHere) await refusePaying(source, move.projectId);
    if (!move.hasCopiedFiles) await refuseOutsideFiles(source, move.projectId);
    progress('holding the project');
    const began = performance.now();
    await holdProject(source, move.projectId);
    const transfer = { source, target, move, ownerId, config, progress };
    const tables = isHere ? [] : await bring(transfer).catch((error: unknown) => giveBack(transfer, error));
    await markMoved(source, move.projectId);
    const heldSeconds = Math.round((performance.now() - began) / 100) / 10;
    return { tables, handle: project.handle, mark: project.mark, heldSeconds };
  });

/** Lets the project work on in its installation, unless this one has it already. */
export const abortMove = (config: Config, move: MovedProject): Promise<void> =>
  onBoth(config, move, 0, async (source, target) => {
    const { isMoved } = await findProject(source, move.projectId);
    const copy = await findCopy(target, move.projectId);
    if (copy === 'living')
      throw new CommandRefused('This installation has the project already.', 'Repeat the command without --abort.');
    if (isMoved) throw new CommandRefused('The project has moved to another installation, where it works on.');
    if (copy === 'former')
      // Why: it may have arrived here and moved on
      throw new CommandRefused(
        'This installation has a former copy of the project.',
        'Run --abort with the settings of the installation that the project was on its way to.',
      );
    await clearMoveMarks(source, move.projectId);
  });

interface Transfer {
  readonly source: Client;
  readonly target: Client;
  readonly move: Move;
  readonly ownerId: string;
  readonly config: Config;
  readonly progress: (line: string) => void;
}

async function bring({ source, target, move: { projectId }, ownerId, config, progress }: Transfer) {
  await source.query('begin isolation level repeatable read read only');
  await findProject(source, projectId); // Why again: it may have been deleted before it was held, or paid for
  await refusePaying(source, projectId);
  await target.query('begin');
  const tables = await listProjectTables(source, projectId);
  const copy = await copyProject(source, target, tables, progress);
  refuseUnknownKeys(config, copy);
  await copyChannels(source, target, projectId);
  await clearMoveMarks(target, projectId);
  await addOwnerOfMoved(target, projectId, ownerId);
  await target.query(
    `update queue.job set state = 'retry', start_after = now() where data->>'projectId' = $1 and state = 'active'`,
    [projectId],
  );
  await adoptEventCounts(source, target, projectId);
  await target.query('commit');
  await source.query('commit');
  return copy.tables;
}

/**
 * Lets the project work on where it was. Why on new connections: one of these may be in the middle of a copy that nobody reads any more.
 * Why it asks: a commit whose reply was lost may have happened; a target whose session has ended knows.
 */
async function giveBack({ source, target, move, config }: Transfer, error: unknown): Promise<never> {
  await Promise.allSettled([source.end(), target.end()]);
  const left = await onBoth(config, move, lingerMs, async (newSource, newTarget) => {
    if ((await findCopy(newTarget, move.projectId)) !== 'none') return 'The project is here. Repeat the command.';
    await clearMoveMarks(newSource, move.projectId);
    return null;
  }).catch(
    (reason: unknown) =>
      `The project stays held there (${textOf(reason)}). Repeat the command, or let it work on with --abort.`,
  );
  throw left === null ? error : new CommandRefused(textOf(error), left);
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** With connections to both databases, while no other command moves the project. It waits that long for one that does. */
async function onBoth<T>(
  config: Config,
  { projectId, from }: MovedProject,
  maxLockWaitMs: number,
  work: (source: Client, target: Client) => Promise<T>,
): Promise<T> {
  const here = sessionUrlOf(config);
  const [source, target] = [openClient(from), openClient(here)];
  try {
    await source.connect();
    await target.connect();
    await requireSession(source, from, '--from');
    await requireSession(target, here, ownSetting);
    await requireSuperuser(source, '--from');
    await requireSuperuser(target, ownSetting);
    for (const client of [source, target]) await takeTurn(client, projectId, maxLockWaitMs);
    return await work(source, target);
  } finally {
    await Promise.allSettled([source.end(), target.end()]);
  }
}

const ownSetting = 'DATABASE_URL (or DATABASE_DIRECT_URL)';

function openClient(url: string): Client {
  // Why no timeout for statements: copying a large table may take long.
  const { query_timeout: _none, ...untimed } = limits;
  const client = new Client({ connectionString: url, application_name: 'postrider-move', ...untimed });
  return client.on('error', () => {}); // Why: without it a lost connection ends the process. Its next statement fails
}

/** Why: a lock and a setting of a session that others get would be theirs. */
async function requireSession(client: Client, url: string, name: string): Promise<void> {
  await refuseSharedSession(client, url).catch((error: unknown) => {
    if (!(error instanceof SharedSession)) throw error;
    throw new CommandRefused(
      `${name} leads to a pooler in transaction mode.`,
      'Give the address of the database itself.',
    );
  });
}

/** Why: nobody else switches triggers off and sees the transactions of others. */
async function requireSuperuser(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  );
  if (rows[0]?.rolsuper) return;
  throw new CommandRefused(`The login of ${name} is no superuser.`, 'Use one for this command alone.');
}

/** Why: a project that was released while it is copied would work in both. The lock ends with the session, after its last commit. */
async function takeTurn(client: Client, projectId: string, maxLockWaitMs: number): Promise<void> {
  for (const end = performance.now() + maxLockWaitMs; ; await delay(pauseMs)) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(hashtext('move-project'), hashtext($1)) as taken`,
      [projectId],
    );
    if (rows[0]?.taken) return;
    if (performance.now() >= end)
      throw new CommandRefused('Another command is moving this project, or both addresses lead to one database.');
  }
}
