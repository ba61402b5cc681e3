import { z } from 'zod';
import { ContactNotFound } from '#features/contacts';
import { CursorPage, choices, defineRoute, Instant, instant, pageLimit, pathId } from '#platform/http';
import { listTimeline } from './timeline/list-timeline.ts';
import { type TimelineItem, timelineKinds } from './timeline/timeline.ts';

const ItemReply = z
  .object({
    id: z.uuid(),
    kind: z.enum(timelineKinds),
    at: Instant,
    name: z.string().nullable(),
    emailId: z.uuid().nullable(),
    campaignId: z.uuid().nullable(),
    workflowId: z.uuid().nullable(),
    executionId: z.uuid().nullable(),
    stepId: z.uuid().nullable(),
    segmentId: z.uuid().nullable(),
    data: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'TimelineItem' });

const toItemReply = ({ createdAt, ...item }: TimelineItem): z.output<typeof ItemReply> => ({
  ...item,
  at: instant(createdAt),
});

export const timeline = defineRoute({
  method: 'GET',
  path: '/contacts/:id/timeline',
  summary: 'The history of a contact, newest first',
  access: 'secret',
  params: z.object({ id: pathId<'contact'>('contact', ContactNotFound) }),
  query: z.object({ kind: choices(timelineKinds), limit: pageLimit, cursor: z.string().optional() }),
  replies: { 200: CursorPage(ItemReply) },
  refuses: [ContactNotFound],
  async run(ctx, { params: { id }, query: { kind = timelineKinds, ...query } }) {
    const { rows, ...page } = await listTimeline(ctx, { ...query, contactId: id, kinds: kind });
    return { data: rows.map(toItemReply), ...page };
  },
});
