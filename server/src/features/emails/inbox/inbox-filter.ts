import { type RawBuilder, sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import { keptDays } from '../sandbox/trim-inbox.ts';

/** A filter for captured messages. */
export interface InboxFilter {
  /** Exactly this address. */
  readonly to: string | undefined;
  /** Part of the subject, in any case. */
  readonly subject: string | undefined;
  readonly since: Date | null;
}

/** A condition on `inbox_messages m`. Messages older than a week are not shown, even if they are not deleted yet. */
export function matchesFilter(
  { projectId, now }: ProjectReader,
  { to, subject, since }: InboxFilter,
): RawBuilder<unknown> {
  return sql.join(
    [
      sql`m.project_id = ${projectId} and m.received_at > ${now}::timestamptz - make_interval(days => ${keptDays}::int)`,
      ...(to === undefined ? [] : [sql`m.recipient = ${to}`]),
      ...(subject === undefined ? [] : [sql`strpos(lower(m.subject), ${subject.toLowerCase()}) > 0`]),
      ...(since === null ? [] : [sql`m.received_at >= ${since}`]),
    ],
    sql` and `,
  );
}
