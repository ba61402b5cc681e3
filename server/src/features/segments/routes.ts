import { z } from 'zod';
import { defineRoute, optional, pathId } from '#platform/http';
import { Invalid } from '#platform/refusals';
import { readCondition } from '#pure/conditions';
import { conditionErrors } from './check-references.ts';
import { refreshCount } from './count-members.ts';
import { createSegment } from './create-segment.ts';
import { deleteSegment } from './delete-segment.ts';
import { findSegment } from './find-segment.ts';
import { readSegments } from './read-segments.ts';
import { ConditionRequired, NameRequired, SegmentInUse, SegmentNotFound } from './refusals.ts';
import { Description, Name, SegmentReply, toSegmentReply } from './shapes.ts';
import { updateSegment } from './update-segment.ts';

const params = z.object({ id: pathId<'segment'>('segment', SegmentNotFound) });
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

export const list = defineRoute({
  method: 'GET',
  path: '/segments',
  summary: 'All segments, newest first',
  access: 'secret',
  replies: { 200: z.array(SegmentReply) },
  run: async (ctx) => (await readSegments(ctx)).map((segment) => toSegmentReply(segment, ctx.projectId)),
});

export const create = defineRoute({
  method: 'POST',
  path: '/segments',
  summary: 'Create a segment',
  access: 'secret',
  body: z.object({
    name: Name,
    description: optional(Description),
    type: optional(z.enum(['DYNAMIC', 'STATIC'])),
    condition: z.unknown().optional(),
    trackMembership: optional(z.boolean()),
  }),
  replies: { 201: SegmentReply },
  refuses: [NameRequired, ConditionRequired],
  precheck({ name, type, condition }) {
    if (name === undefined || name === null || (typeof name === 'string' && name.trim() === '')) throw NameRequired();
    if (type !== 'STATIC' && !isObject(condition)) throw ConditionRequired();
  },
  async run(ctx, { body }) {
    const { description = null, type = 'DYNAMIC', trackMembership = false } = body;
    const tree = type === 'DYNAMIC' ? readTree(body.condition) : null;
    const segment = await createSegment(ctx, { name: body.name, description, type, tree, trackMembership });
    return toSegmentReply(segment, ctx.projectId);
  },
});

export const get = defineRoute({
  method: 'GET',
  path: '/segments/:id',
  summary: 'Read a segment',
  access: 'secret',
  params,
  replies: { 200: SegmentReply },
  refuses: [SegmentNotFound],
  run: async (ctx, { params: { id } }) =>
    toSegmentReply(await ctx.read((reader) => findSegment(reader, id)), ctx.projectId),
});

export const patch = defineRoute({
  method: 'PATCH',
  path: '/segments/:id',
  summary: 'Change a segment',
  access: 'secret',
  params,
  body: z.object({
    name: optional(Name),
    description: Description.optional(),
    condition: z.unknown().optional(),
    trackMembership: optional(z.boolean()),
  }),
  replies: { 200: SegmentReply },
  refuses: [SegmentNotFound],
  async run(ctx, { params: { id }, body }) {
    const { condition, ...rest } = body;
    const before = await ctx.read((reader) => findSegment(reader, id));
    const tree = before.tree && condition !== undefined && condition !== null ? readTree(condition) : undefined;
    return toSegmentReply(
      await updateSegment(ctx, id, { ...rest, description: rest.description, tree }),
      ctx.projectId,
    );
  },
});

export const remove = defineRoute({
  method: 'DELETE',
  path: '/segments/:id',
  summary: 'Delete a segment',
  access: 'secret',
  params,
  replies: { 204: null },
  refuses: [SegmentNotFound, SegmentInUse],
  run: (ctx, { params: { id } }) => deleteSegment(ctx, id),
});

export const refresh = defineRoute({
  method: 'POST',
  path: '/segments/:id/refresh',
  summary: 'Count the members again, nothing else',
  access: 'secret',
  params,
  replies: { 200: SegmentReply.pick({ memberCount: true, memberCountAt: true }) },
  refuses: [SegmentNotFound],
  async run(ctx, { params: { id } }) {
    const segment = await refreshCount(ctx, await ctx.read((reader) => findSegment(reader, id)));
    const { memberCount, memberCountAt } = toSegmentReply(segment, ctx.projectId);
    return { memberCount, memberCountAt };
  },
});

/** A list ignores whatever is sent as its condition (D-340), so the tree is read after the type is known. */
function readTree(raw: unknown) {
  const reading = readCondition(raw, { allowsContext: false });
  if (!reading.ok) throw Invalid(conditionErrors(reading.problems));
  return reading.tree;
}
