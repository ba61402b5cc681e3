import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { firstIdAt } from '#platform/ids';
import { cancelExecutions } from './cancel-executions.ts';

/** The executions that one cancel-all cancels: those that started after the mark of the one before it, up to its own. */
export interface CancelMark {
  readonly workflowId: string;
  readonly after: Date | null;
  readonly through: Date;
}

export interface ClosedPortion {
  /** Executions that this cancel-all has cancelled, by this portion or by workers that met the mark. */
  readonly cancelled: number;
  /** Where the next portion begins; null: there are no more. */
  readonly next: string | null;
}

/**
 * Closes the rows of up to 1,000 marked executions behind `after`, in the order of their ids; those that an earlier cancel-all has left
 * too, without counting them. Why the log is counted afterwards: what a worker has closed meanwhile is cancelled by the same mark.
 */
export async function closeMarked(tx: ProjectTx, mark: CancelMark, after: string): Promise<ClosedPortion> {
  const { rows } = await sql<{ id: string }>`
    select x.id from executions x
     where x.project_id = ${tx.projectId} and x.workflow_id = ${mark.workflowId} and x.id > ${after}
       and x.id < ${endOf(mark)} and x.started_at <= ${mark.through}
     order by x.id limit ${portion}`.execute(tx.db);
  const ids = rows.map(({ id }) => id);
  await cancelExecutions(tx, ids, 'cancelled_all');
  const next = ids.length < portion ? null : (ids.at(-1) ?? null);
  return { next, cancelled: await countCancelled(tx, mark, after, next ?? endOf(mark)) };
}

const portion = 1_000;

/** Why ten seconds: an id may be made a moment after the start that it is for. */
const endOf = ({ through }: CancelMark): string => firstIdAt(new Date(through.getTime() + 10_000));

async function countCancelled(
  { db, projectId }: ProjectTx,
  { workflowId, after: earlier, through }: CancelMark,
  after: string,
  last: string,
): Promise<number> {
  const first = earlier === null || firstIdAt(earlier) < after ? after : firstIdAt(earlier);
  const isLater = earlier === null ? sql`true` : sql`x.started_at > ${earlier}`;
  // Why the moment of the end: it tells the planner which months it can leave out.
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from finished_executions x
     where x.project_id = ${projectId} and x.workflow_id = ${workflowId} and x.status = 'CANCELLED' and x.exit_reason = 'cancelled_all'
       and x.id > ${first} and x.id <= ${last} and ${isLater} and x.started_at <= ${through}
       and x.completed_at > ${through}::timestamptz - interval '1 hour'`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
