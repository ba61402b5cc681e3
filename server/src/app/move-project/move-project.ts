import type { Client } from 'pg';
import { copyChannels } from '#features/emails';
import { adoptEventCounts } from '#features/events';
import { addOwnerOfMoved, clearMoveMarks, markMoved } from '#features/projects';
import type { Config } from '#platform/config';
import { CommandRefused } from '../commands/command.ts';
import { onBothDatabases } from './both-databases.ts';
import { type CopiedTable, copyProject } from './copy-project.ts';
import { findCopy, findProject, hasArrived } from './find-project.ts';
import { holdProject } from './hold-project.ts';
import { listProjectTables } from './project-tables.ts';
import {
  refuseKeptRows,
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

const sourceOf = ({ projectId, from }: MovedProject) => ({ projectId, url: from, option: '--from' }) as const;

/** How long a connection that was cut off may still live in its server. */
const lingerMs = 10_000;

/**
 * Brings a project from another installation into this one. It is held there, copied in one transaction and compared, and stays refused
 * there afterwards. Whatever interrupts it, one of the two has the project: the same command again finishes, `abortMove` goes back.
 */
export const moveProject = (config: Config, move: Move, progress: (line: string) => void): Promise<MoveResult> =>
  onBothDatabases(config, sourceOf(move), 0, async (source, target) => {
    const project = await findProject(source, move.projectId);
    const isHere = hasArrived(project, await findCopy(target, move.projectId));
    await refuseOtherSchema(source, target);
    const ownerId = await refuseMissingOwner(target, move.owner);
    if (!isHere) await refuseTaken(target, project.handle);
    if (!isHere) await refuseKeptRows(target, move.projectId);
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
  onBothDatabases(config, sourceOf(move), 0, async (source, target) => {
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
  const left = await onBothDatabases(config, sourceOf(move), lingerMs, async (newSource, newTarget) => {
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
