import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import { keptDays } from './trim-inbox.ts';

/** Which captured messages are meant. */
export interface InboxFilter {
  /** Exactly this address. */
  readonly to: string | undefined;
  /** Part of the subject, in any case. */
  readonly subject: string | undefined;
  readonly since: Date | null;
}

/** For `inbox_messages m`. What is older than a week is not shown, whether it has gone already or not. */
export function fits({ projectId, now }: ProjectReader, { to, subject, since }: InboxFilter): RawBuilder<unknown> {
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
