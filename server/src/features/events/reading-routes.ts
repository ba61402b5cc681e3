import { z } from 'zod';
import { type ContactId, ContactNotFound } from '#features/contacts';
import { QueuedReply, queuedReply } from '#features/jobs';
import {
  answer,
  CursorPage,
  choice,
  defineRoute,
  Instant,
  instant,
  pageLimit,
  pathId,
  periodOf,
  periodQuery,
} from '#platform/http';
import { readId } from '#platform/ids';
import { canonicalEventName } from '#pure/event-names';
import { deleteEventName } from './delete-event-name.ts';
import { eventStats } from './event-stats.ts';
import { listContactEvents } from './list-contact-events.ts';
import { listEventNames } from './list-event-names.ts';
import { listEvents } from './list-events.ts';
import { EventReserved } from './refusals.ts';
import { EventReply, EventWithContactReply, toEventReply } from './shapes.ts';

const source = choice(['custom', 'platform']);
const listQuery = {
  limit: pageLimit,
  cursor: z.string().optional(),
  eventName: z
    .string()
    .optional()
    .transform((name) => (name === undefined ? undefined : canonicalEventName(name))),
  source,
};
const emptyPage = { data: [], cursor: '', hasMore: false, total: 0 };

export const list = defineRoute({
  method: 'GET',
  path: '/events',
  summary: 'Recorded events, newest first',
  access: 'secret',
  query: z.object({
    ...listQuery,
    ...periodQuery,
    contactId: z.string().optional().meta({ 'x-resource': 'contact' }),
  }),
  replies: { 200: CursorPage(EventWithContactReply) },
  async run(ctx, { query }) {
    const contactId = query.contactId === undefined ? undefined : readId<'contact'>(query.contactId);
    const filter = { ...query, name: query.eventName, period: periodOf(query) };
    if (contactId === null) return emptyPage;
    const { rows, ...page } = await listEvents(ctx, { ...filter, contactId: contactId as ContactId | undefined }); // the same kind of id
    const data = rows.map((event) => ({
      ...toEventReply(event, ctx.projectId),
      contact: { id: event.contactId, email: event.email },
    }));
    return { data, ...page };
  },
});

export const stats = defineRoute({
  method: 'GET',
  path: '/events/stats',
  summary: 'The most frequent events of a period',
  access: 'secret',
  query: z.object({ ...periodQuery, source }),
  replies: {
    200: z.array(z.object({ name: z.string(), count: z.int(), uniqueContacts: z.int(), lastSeenAt: Instant })),
  },
  async run(ctx, { query }) {
    const found = await eventStats(ctx, { source: query.source, period: periodOf(query) });
    return found.map((row) => ({ ...row, lastSeenAt: instant(row.lastSeenAt) }));
  },
});

export const ofContact = defineRoute({
  method: 'GET',
  path: '/events/contact/:contactId',
  summary: 'The events of a contact, newest first',
  access: 'secret',
  params: z.object({ contactId: pathId<'contact'>('contact', ContactNotFound) }),
  query: z.object(listQuery),
  replies: { 200: CursorPage(EventReply) },
  refuses: [ContactNotFound],
  async run(ctx, { params, query }) {
    const { rows, ...page } = await listContactEvents(ctx, params.contactId, { ...query, name: query.eventName });
    return { data: rows.map((event) => toEventReply(event, ctx.projectId)), ...page };
  },
});

export const names = defineRoute({
  method: 'GET',
  path: '/events/names',
  summary: 'Every recorded name, most frequent first',
  access: 'secret',
  query: z.object({ source }),
  replies: { 200: z.object({ eventNames: z.array(z.string()) }) },
  async run(ctx, { query }) {
    return { eventNames: await listEventNames(ctx, query.source) };
  },
});

export const remove = defineRoute({
  method: 'DELETE',
  path: '/events/:eventName',
  summary: 'Delete every event of a name',
  access: 'secret',
  params: z.object({ eventName: z.string() }),
  replies: {
    200: z.object({ deletedCount: z.int() }),
    202: QueuedReply,
  },
  refuses: [EventReserved],
  async run(ctx, { params }) {
    const deletion = await deleteEventName(ctx, params.eventName);
    if (deletion.kind === 'queued') return answer(202, queuedReply(deletion.jobId));
    return { deletedCount: deletion.deletedCount };
  },
});
