import { Client } from 'pg';
import { copyChannels } from '#features/emails';
import { addOwnerOfMoved, clearMoveMarks, markMoved } from '#features/projects';
import { type Config, sessionUrlOf } from '#platform/config';
import { keyRing } from '#platform/crypto';
import { limits } from '#platform/db';
import { listMigrations } from '../backup/backup-tables.ts';
import { CommandRefused } from '../commands/command.ts';
import { type CopiedTable, copyProject, type ProjectCopy } from './copy-project.ts';
import { holdProject } from './hold-project.ts';
import { listProjectTables } from './project-tables.ts';

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

/**
 * Brings a project from another installation into this one. It is held there, copied in one transaction and compared, and stays refused
 * there afterwards. Whatever interrupts it, one of the two has the project: the same command again finishes, `abortMove` goes back.
 */
export const moveProject = (config: Config, move: Move, progress: (line: string) => void): Promise<MoveResult> =>
  onBoth(config, move, async (source, target) => {
    const project = await findProject(source, move.projectId);
    await refuseOtherSchema(source, target);
    const ownerId = await findOwner(target, move.owner);
    const isHere = await hasProject(target, move.projectId);
    if (isHere && !project.isHeld)
      throw new CommandRefused('This installation has a project of this id.', 'Erase it before it comes back.');
    if (!isHere) await refuseTaken(target, project.handle);
    if (!move.hasCopiedFiles) await refuseOutsideFiles(source, move.projectId);
    progress('holding the project');
    const began = performance.now();
    await holdProject(source, move.projectId);
    const transfer = { source, target, projectId: move.projectId, ownerId, config, progress };
    const tables = isHere ? [] : await bring(transfer).catch((error: unknown) => giveBack(transfer, error));
    await markMoved(source, move.projectId);
    const heldSeconds = Math.round((performance.now() - began) / 100) / 10;
    return { tables, handle: project.handle, mark: project.mark, heldSeconds };
  });

/** Lets the project work on in its installation, unless this one has it already. */
export const abortMove = (config: Config, move: MovedProject): Promise<void> =>
  onBoth(config, move, async (source, target) => {
    const { isMoved } = await findProject(source, move.projectId);
    if (isMoved || (await hasProject(target, move.projectId)))
      throw new CommandRefused('This installation has the project already.', 'Repeat the command without --abort.');
    await clearMoveMarks(source, move.projectId);
  });

interface Transfer {
  readonly source: Client;
  readonly target: Client;
  readonly projectId: string;
  readonly ownerId: string;
  readonly config: Config;
  readonly progress: (line: string) => void;
}

async function bring({ source, target, projectId, ownerId, config, progress }: Transfer) {
  await source.query('begin isolation level repeatable read read only');
  await findProject(source, projectId); // Why again: it may have been deleted before it was held
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
  await target.query('commit');
  await source.query('commit');
  return copy.tables;
}

/** Why it asks: a commit whose reply was lost may have happened. Then the project stays held, and the command is repeated. */
async function giveBack({ source, target, projectId }: Transfer, error: unknown): Promise<never> {
  await target.query('rollback');
  await source.query('rollback');
  if (!(await hasProject(target, projectId))) await clearMoveMarks(source, projectId);
  throw error;
}

/** With connections to both databases, while no other command moves the project. */
async function onBoth<T>(
  config: Config,
  { projectId, from }: MovedProject,
  work: (source: Client, target: Client) => Promise<T>,
): Promise<T> {
  const [source, target] = [openClient(from), openClient(sessionUrlOf(config))];
  try {
    await source.connect();
    await target.connect();
    await requireSuperuser(source, '--from');
    await requireSuperuser(target, 'DATABASE_URL (or DATABASE_DIRECT_URL)');
    await takeTurn(source, projectId);
    return await work(source, target);
  } finally {
    await Promise.allSettled([source.end(), target.end()]);
  }
}

function openClient(url: string): Client {
  // Why no timeout for statements: copying a large table may take long.
  const { query_timeout: _none, ...untimed } = limits;
  return new Client({ connectionString: url, application_name: 'postrider-move', ...untimed });
}

/** Why: nobody else switches triggers off and sees the transactions of others. */
async function requireSuperuser(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  );
  if (rows[0]?.rolsuper) return;
  throw new CommandRefused(`The login of ${name} is no superuser.`, 'Use one for this command alone.');
}

/** Why: a project that was released while it is copied would work in both. The lock ends with the connection. */
async function takeTurn(source: Client, projectId: string): Promise<void> {
  const { rows } = await source.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(hashtext('move-project'), hashtext($1)) as taken`,
    [projectId],
  );
  if (!rows[0]?.taken) throw new CommandRefused('Another command is moving this project.');
}

async function findProject(source: Client, projectId: string) {
  const { rows } = await source.query<{
    handle: string;
    key: string | null;
    is_held: boolean;
    is_moved: boolean;
    is_closed: boolean;
  }>(
    `select p.handle, k.public_text as key, p.move_held_at is not null as is_held, p.moved_at is not null as is_moved,
            p.deleted_at is not null or p.wipe_began_at is not null as is_closed
       from projects p left join api_keys k on k.project_id = p.id and k.kind = 'public' where p.id = $1`,
    [projectId],
  );
  const [found] = rows;
  if (!found || found.is_closed) throw new CommandRefused('The database of --from has no such project.');
  const mark = /^pk_([a-z0-9]{1,8})\./.exec(found.key ?? '')?.[1] ?? null;
  return { handle: found.handle, mark, isHeld: found.is_held, isMoved: found.is_moved };
}

async function refuseOtherSchema(source: Client, target: Client): Promise<void> {
  const [there, here] = [await listMigrations(source), await listMigrations(target)];
  if (there.join() === here.join()) return;
  throw new CommandRefused(
    `The other installation has the tables of ${there.at(-1)}, this one those of ${here.at(-1)}.`,
    'Bring both to the same version first.',
  );
}

async function findOwner(target: Client, email: string): Promise<string> {
  const { rows } = await target.query<{ id: string }>('select id from users where email = lower($1)', [email]);
  if (rows[0]) return rows[0].id;
  throw new CommandRefused('This installation has no account of that owner.', 'Let them sign up here first.');
}

const hasProject = async (target: Client, projectId: string): Promise<boolean> =>
  (await target.query('select from projects where id = $1', [projectId])).rowCount === 1;

async function refuseTaken(target: Client, handle: string): Promise<void> {
  if ((await target.query('select from projects where handle = $1', [handle])).rowCount === 0) return;
  throw new CommandRefused(`Another project of this installation has the handle ${handle}.`);
}

async function refuseOutsideFiles(source: Client, projectId: string): Promise<void> {
  const { rowCount } = await source.query('select from uploads where project_id = $1 and content is null', [projectId]);
  if (!rowCount) return;
  throw new CommandRefused(
    `${rowCount} images of the project are outside of the database.`,
    'Copy them to the storage of this installation (docs/operating/uploads.md), then say --files-copied.',
  );
}

/** Links and stored secrets of the project rest on the key of the other installation. */
function refuseUnknownKeys(config: Config, { keyIds }: ProjectCopy): void {
  const known = new Set(keyRing(config, 'dkim-keys').map(({ id }) => id));
  const unknown = keyIds.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  throw new CommandRefused(
    `Secrets of the project are sealed with a key that is unknown here (${unknown.join(', ')}).`,
    'List the SECRET_KEY of the other installation in SECRET_KEYS_OLD of this one, and start all its processes anew.',
  );
}
