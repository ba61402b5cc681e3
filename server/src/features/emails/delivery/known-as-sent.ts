import { sql } from 'kysely';
import type { ProjectContext } from '#platform/context';

/** How many mails of a project are looked at from either end, and how many are taken. */
const [looked, taken] = [5_000, 20];

/**
 * Some mails of a project that the database knows to have left since `from`: a sent log that is whole has all of them. Why from both ends of what
 * was accepted lately: mail leaves in the order of its acceptance, so of a large campaign the newest mails may all be waiting.
 */
export async function knownAsSent(ctx: ProjectContext, from: Date): Promise<readonly string[]> {
  const { rows } = await ctx.read(({ db, projectId }) => {
    const look = (order: 'asc' | 'desc') => sql`
      (select l.id from (
         select e.id, e.sent_at, e.is_test, e.unconfirmed from emails e
          where e.project_id = ${projectId} and e.created_at >= ${from}::timestamptz - interval '1 day'
          order by e.created_at ${sql.raw(order)} limit ${looked}) l
        where l.sent_at >= ${from} and not l.is_test and not l.unconfirmed limit ${taken})`;
    return sql<{ id: string }>`${look('asc')} union ${look('desc')}`.execute(db);
  });
  return rows.map(({ id }) => id);
}
