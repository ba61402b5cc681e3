import type { Client } from 'pg';
import { CommandRefused } from '../commands/command.ts';

interface SourceProject {
  readonly handle: string;
  /** Mark of the installation that made its keys and links; null where they have none. */
  readonly mark: string | null;
  readonly isHeld: boolean;
  /** Another installation has it. */
  readonly isMoved: boolean;
}

/** What this installation has of a project. `former`: a copy that it refuses, since the project has moved on or is about to. */
type Copy = 'none' | 'living' | 'former';

/** The project in the installation that it comes from. */
export async function findProject(source: Client, projectId: string): Promise<SourceProject> {
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

export async function findCopy(target: Client, projectId: string): Promise<Copy> {
  const { rows } = await target.query<{ is_refused: boolean }>(
    'select num_nonnulls(move_held_at, moved_at) > 0 as is_refused from projects where id = $1',
    [projectId],
  );
  if (!rows[0]) return 'none';
  return rows[0].is_refused ? 'former' : 'living';
}

/** Whether the project has arrived here, and only the end of its move is missing. Refuses what would let it work in two installations. */
export function hasArrived({ isHeld, isMoved }: SourceProject, copy: Copy): boolean {
  if (copy === 'former')
    throw new CommandRefused(
      'This installation has a former copy of the project, which it refuses.',
      'Erase it first with `postrider erase-moved`; its task takes up to an hour.',
    );
  if (copy === 'living' && !isHeld)
    throw new CommandRefused(
      'This installation has this project, and the other one works with it, too.',
      'One of them may be of a backup from before a move. Nothing was changed.',
    );
  if (copy === 'none' && isMoved)
    throw new CommandRefused(
      'The project has moved from there to another installation.',
      'Give the database of that one with --from.',
    );
  return copy === 'living';
}
