import { z } from 'zod';
import { ContactNotFound, ContactReply, toContactReply } from '#features/contacts';
import { QueuedReply, queuedReply } from '#features/jobs';
import {
  answer,
  bodyId,
  defineRoute,
  OffsetPage,
  optional,
  pageLimit,
  pathId,
  wholeNumber,
  withDefault,
} from '#platform/http';
import { Invalid } from '#platform/refusals';
import { limits } from '#pure/limits';
import { addMembers, removeMembers } from './change-members.ts';
import { computeSegment } from './compute-segment.ts';
import { ConditionShape } from './condition-shape.ts';
import { listMembers } from './list-members.ts';
import { previewSegment } from './preview-segment.ts';
import { SegmentNotFound, SegmentNotStatic, SegmentNotTracked } from './refusals.ts';
import { Emails, PreviewReply } from './shapes.ts';

const params = z.object({ id: pathId<'segment'>('segment', SegmentNotFound) });

export const members = defineRoute({
  method: 'GET',
  path: '/segments/:id/contacts',
  summary: 'Members of a segment',
  description: 'Pages up to 1,000,000.',
  access: 'secret',
  params,
  query: z.object({ page: wholeNumber(1, 1, limits.segmentPage), pageSize: pageLimit }),
  replies: { 200: OffsetPage(ContactReply) },
  refuses: [SegmentNotFound],
  async run(ctx, { params: { id }, query }) {
    const { contacts, total } = await listMembers(ctx, id, query);
    return { data: contacts.map(toContactReply), total, ...query, totalPages: Math.ceil(total / query.pageSize) };
  },
});

export const add = defineRoute({
  method: 'POST',
  path: '/segments/:id/members',
  summary: 'Add contacts to a static segment',
  access: 'secret',
  params,
  body: z.object({
    emails: Emails,
    createMissing: withDefault(z.boolean(), false),
    subscribed: withDefault(z.boolean(), true),
  }),
  replies: { 200: z.object({ added: z.int(), created: z.int(), notFound: z.array(z.string()) }) },
  refuses: [SegmentNotFound, SegmentNotStatic],
  run: (ctx, { params: { id }, body: { emails, createMissing, subscribed } }) =>
    addMembers(ctx, id, { emails, createMissing, subscribed }),
});

const RemovedReply = z.object({ removed: z.int() });

/** Quirk: some proxies drop the body of a DELETE, so the query may name the addresses (D-345). */
export const removeByDelete = defineRoute({
  method: 'DELETE',
  path: '/segments/:id/members',
  summary: 'Remove contacts from a static segment',
  access: 'secret',
  params,
  query: z.object({ emails: z.string().optional() }),
  body: z.object({ emails: optional(Emails) }),
  replies: { 200: RemovedReply },
  refuses: [SegmentNotFound, SegmentNotStatic],
  run(ctx, { params: { id }, query, body }) {
    const emails = body.emails ?? query.emails?.split(',').slice(0, limits.segmentMembersPerRequest + 1);
    if (!emails) throw Invalid([{ field: 'emails', code: 'required', message: 'This field is required.' }]);
    if (emails.length > 500) throw Invalid([{ field: 'emails', code: 'too_big', message: 'At most 500 entries.' }]);
    return removeMembers(ctx, id, emails);
  },
});

export const remove = defineRoute({
  method: 'POST',
  path: '/segments/:id/members/remove',
  summary: 'Remove contacts from a static segment',
  access: 'secret',
  params,
  body: z.object({ emails: Emails }),
  replies: { 200: RemovedReply },
  refuses: [SegmentNotFound, SegmentNotStatic],
  run: (ctx, { params: { id }, body }) => removeMembers(ctx, id, body.emails),
});

export const compute = defineRoute({
  method: 'POST',
  path: '/segments/:id/compute',
  summary: 'Compare tracked membership and emit the difference',
  description:
    'Up to 50,000 contacts within the request (200); above that a job (202), polled at `/contacts/bulk/:jobId`.',
  access: 'secret',
  params,
  replies: { 200: z.object({ added: z.int(), removed: z.int(), total: z.int() }), 202: QueuedReply },
  refuses: [SegmentNotFound, SegmentNotTracked],
  async run(ctx, { params: { id } }) {
    const result = await computeSegment(ctx, id);
    if (result.kind === 'queued') return answer(202, queuedReply(result.jobId));
    const { added, removed, total } = result;
    return { added, removed, total };
  },
});

export const preview = defineRoute({
  method: 'POST',
  path: '/segments/preview',
  summary: 'What an unsaved condition would find',
  access: 'secret',
  body: z.object({
    condition: ConditionShape,
    contactId: optional(bodyId<'contact'>('contact')),
    sample: withDefault(z.int().min(0).max(limits.segmentPreviewSample), 5),
  }),
  replies: { 200: PreviewReply },
  refuses: [ContactNotFound],
  async run(ctx, { body: { condition, contactId, sample } }) {
    const found = await previewSegment(ctx, { tree: condition, contactId, sample });
    return { ...found, sample: found.sample.map(toContactReply) };
  },
});
