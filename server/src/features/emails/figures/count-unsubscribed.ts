import { CompiledQuery } from 'kysely';
import type { RecordedEvent } from '#features/events';
import type { ProjectTx } from '#platform/context';
import { writeLater } from '#platform/db';

/** Counts changes to unsubscribed: for the source of the mail that led to one, or for none (D-1020). Sent with the next statement. */
export async function countUnsubscribed(tx: ProjectTx, events: readonly RecordedEvent[]): Promise<void> {
  const changes = events.filter(({ name }) => name === 'contact.unsubscribed');
  if (changes.length === 0) return;
  const emailIds = changes.map(({ data }) => data?.emailId ?? null);
  writeLater(tx.db, CompiledQuery.raw(statement, [tx.projectId, changes.map((event) => event.at()), emailIds]));
}

/** Why looked up one by one: the whole key is then known to the planner, whatever it believes of the table. */
const statement = `
  insert into mail_figures as f (project_id, quarter, source, is_test, slot, unsubscribed)
  select $1, quarter_of(c.at), coalesce(e.source_type, 'NONE'), coalesce(e.is_test, false), (1 + pg_backend_pid() % 32767)::smallint,
         count(*)
    from unnest((select $2::timestamptz[]), $3::uuid[]) c (at, email_id)
    left join lateral (
      select source_type, is_test from emails where project_id = $1 and id = c.email_id) e on true
   group by 2, 3, 4
  on conflict (project_id, quarter, source, is_test, slot) do update set unsubscribed = f.unsubscribed + excluded.unsubscribed`;
