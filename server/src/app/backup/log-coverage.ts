import { knownAsSent } from '#features/emails';
import type { InstanceContext, ProjectId } from '#platform/context';
import type { ComparedSent, SentRange } from './sent-since.ts';

/** What is known of the sent log itself. */
export interface LogCoverage {
  /** Mails that the database knows to have left, looked for in the log; those that the log lacks. */
  readonly looked: number;
  readonly missing: number;
  /** Lines that were never written, as later ones say, and lines that were cut off. */
  readonly unwritten: number;
  readonly unreadable: number;
}

/** Clocks of hosts and of the database differ. */
const clockMs = 600_000;

/**
 * Looks whether the log has what the database knows to have left, while the log is read: a folder that lacks the files of a host, or that
 * belongs to something else, would let mail leave twice.
 */
export async function watchCoverage(ctx: InstanceContext, { since }: SentRange) {
  const from = new Date(since.getTime() + clockMs);
  const expected = new Set<string>();
  for (const projectId of await projectIds(ctx)) {
    for (const id of await knownAsSent(ctx.inProject(projectId), from)) expected.add(id);
  }
  const looked = expected.size;
  let [unwritten, unreadable] = [0, 0];
  return {
    see(batch: ComparedSent): void {
      for (const { entry } of [...batch.compared, ...batch.unfinished]) expected.delete(entry.email);
      unwritten += batch.unwritten;
      unreadable += batch.unreadable;
    },
    result: (): LogCoverage => ({ looked, missing: expected.size, unwritten, unreadable }),
  };
}

/** Nothing says that it has gaps, and something says that it is the log of this installation. */
export const isWhole = ({ looked, missing, unwritten, unreadable }: LogCoverage): boolean =>
  looked > 0 && missing + unwritten + unreadable === 0;

export async function projectIds(ctx: InstanceContext): Promise<ProjectId[]> {
  const rows = await ctx.read(({ db }) =>
    db.selectFrom('projects').select('id').where('deletedAt', 'is', null).execute(),
  );
  return rows.map(({ id }) => id as ProjectId); // a row of projects
}
