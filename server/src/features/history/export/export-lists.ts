import { sql } from 'kysely';
import { z } from 'zod';
import { ConsentReply, listConsent, toConsentReply } from '#features/contacts';
import { deliveryStatuses } from '#features/webhooks';
import { Instant } from '#platform/http';
import { type ExportSection, inPages, readPage } from './export-section.ts';

const rowsPerPage = 250;

/** How the contact came to its state, newest first. */
export const consent: ExportSection = {
  name: 'consent',
  item: ConsentReply,
  async *pages({ ctx, contact }) {
    for (let cursor: string | undefined, hasMore = true; hasMore; ) {
      const page = await listConsent(ctx, contact.id, { limit: rowsPerPage, cursor });
      yield page.rows.map(toConsentReply);
      ({ cursor, hasMore } = page);
    }
  },
};

interface ErrorRow {
  readonly jobId: string;
  readonly line: number;
}

/** Rows of imports that failed and name the address, while the job is kept. */
export const jobErrors: ExportSection = {
  name: 'jobErrors',
  item: z.object({
    jobId: z.uuid(),
    line: z.int(),
    email: z.string(),
    error: z.string(),
    cells: z.array(z.string()).nullable(),
  }),
  pages: (subject) =>
    inPages<ErrorRow>(subject, rowsPerPage, async ({ db, projectId }, after, size) => {
      const { rows } = await sql<ErrorRow>`
        select job_id, line, email, error, cells from job_errors
         where project_id = ${projectId} and lower(email) = ${subject.contact.email}
           and ${after ? sql`(job_id, line) > (${after.jobId}::uuid, ${after.line}::int)` : sql`true`}
         order by job_id, line limit ${size}`.execute(db);
      return rows;
    }),
};

/** Incoming mail of the address that was only noted (D-682). A project has few of these. */
export const refusedMails: ExportSection = {
  name: 'refusedMails',
  item: z.object({ id: z.string(), at: Instant, data: z.record(z.string(), z.unknown()) }),
  async *pages(subject) {
    yield await readPage(subject, async ({ db, projectId }) => {
      const { rows } = await sql<object>`
        select id, created_at as at, data from activity_log
         where project_id = ${projectId} and name = 'email.received' and data ->> 'from' = ${subject.contact.email}
         order by created_at, id`.execute(db);
      return rows;
    });
  },
};

const deliveriesPerPage = 1_000;

interface DeliveryRow {
  readonly id: string;
}

/** Which events were sent where, and when; what was sent is the event. A delivery that ends meanwhile keeps its id, so it is listed once. */
export const webhookDeliveries: ExportSection = {
  name: 'webhookDeliveries',
  item: z.object({
    id: z.uuid(),
    endpointId: z.uuid(),
    eventId: z.uuid(),
    type: z.string(),
    eventAt: Instant,
    status: z.enum(deliveryStatuses),
  }),
  pages: (subject) =>
    inPages<DeliveryRow>(subject, deliveriesPerPage, async ({ db, projectId }, after, size) => {
      const isNext = sql`d.project_id = ${projectId} and d.contact_id = ${subject.contact.id}
        and ${after ? sql`d.id > ${after.id}::uuid` : sql`true`}`;
      const { rows } = await sql<DeliveryRow>`
        select d.id, d.endpoint_id, d.event_id, d.type, d.event_at, 'waiting' as status from webhook_deliveries d where ${isNext}
        union all
        select d.id, d.endpoint_id, d.event_id, d.type, d.event_at, d.status from webhook_delivery_log d where ${isNext}
         order by id limit ${size}`.execute(db);
      return rows;
    }),
};
