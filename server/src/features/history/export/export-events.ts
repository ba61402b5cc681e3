import { sql } from 'kysely';
import { z } from 'zod';
import { Instant } from '#platform/http';
import { type ExportSection, inPages } from './export-section.ts';

/** At most 64 KB of data each. */
const pageSize = 250;

interface EventRow {
  readonly id: string;
  readonly name: string;
  readonly data: object | null;
  readonly emailId: string | null;
  readonly test: boolean | null;
  readonly createdAt: Date;
}

export const events: ExportSection = {
  name: 'events',
  item: z.object({
    id: z.uuid(),
    name: z.string(),
    data: z.record(z.string(), z.unknown()).nullable(),
    emailId: z.uuid().nullable(),
    test: z.boolean().nullable(),
    createdAt: Instant,
  }),
  pages: (subject) =>
    inPages<EventRow>(subject, pageSize, async ({ db, projectId }, after, size) => {
      // Why both: the first condition alone tells the planner which months it can leave out.
      const isBeyond = after
        ? sql`e.created_at >= ${after.createdAt} and (e.created_at, e.id) > (${after.createdAt}, ${after.id}::uuid)`
        : sql`true`;
      const { rows } = await sql<EventRow>`
        select e.id, e.name, e.data, e.email_id, e.is_test as test, e.created_at from events e
         where e.project_id = ${projectId} and e.contact_id = ${subject.contact.id} and e.created_at <= ${subject.until} and ${isBeyond}
         order by e.created_at, e.id limit ${size}`.execute(db);
      return rows;
    }),
};

interface EventTotalRow {
  readonly name: string;
  readonly total: number;
  readonly lastAt: Date;
  readonly previousAt: Date | null;
}

/** Kept for conditions, longer than the events themselves. */
export const eventTotals: ExportSection = {
  name: 'eventTotals',
  item: z.object({ name: z.string(), total: z.int(), lastAt: Instant, previousAt: Instant.nullable() }),
  pages: (subject) =>
    inPages<EventTotalRow>(subject, pageSize, async ({ db, projectId }, after, size) => {
      const { rows } = await sql<EventTotalRow>`
        select name, total::int, last_at, previous_at from contact_events
         where project_id = ${projectId} and contact_id = ${subject.contact.id} and name > ${after?.name ?? ''}
         order by name limit ${size}`.execute(db);
      return rows;
    }),
};
