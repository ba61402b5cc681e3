import { z } from 'zod';
import { defineRoute, optional, pathId, withDefault } from '#platform/http';
import { Invalid } from '#platform/refusals';
import { type Condition, type ConditionProblem, readCondition } from '#pure/conditions';
import { conditionErrors } from './check-references.ts';
import { conditionIssues, conditionMeta } from './condition-shape.ts';
import { createSegment } from './create-segment.ts';
import { deleteSegment } from './delete-segment.ts';
import { findSegment, listSegments } from './find-segment.ts';
import { refreshCount } from './refresh-count.ts';
import { ConditionRequired, NameRequired, SegmentInUse, SegmentNotFound } from './refusals.ts';
import { Description, Name, SegmentReply, toSegmentReply } from './shapes.ts';
import { updateSegment } from './update-segment.ts';

const params = z.object({ id: pathId<'segment'>('segment', SegmentNotFound) });
const options = { allowsContext: false } as const;

/** A list ignores whatever is sent as its condition (D-340). Problems of a tree are reported with those of other fields. */
const NewSegmentBody = z
  .object({
    name: Name,
    description: optional(Description),
    type: withDefault(z.enum(['DYNAMIC', 'STATIC']), 'DYNAMIC'),
    condition: z.unknown().optional().meta(conditionMeta),
    trackMembership: withDefault(z.boolean(), false),
  })
  .superRefine(
    ({ type, condition }, ctx) => {
      const parsed = type === 'STATIC' || !isObject(condition) ? null : readCondition(condition, options);
      if (parsed?.ok !== false) return;
      for (const issue of conditionIssues(parsed.problems))
        ctx.addIssue({ ...issue, path: ['condition', ...issue.path] });
    },
    { when: () => true },
  );

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

export const list = defineRoute({
  method: 'GET',
  path: '/segments',
  summary: 'All segments, newest first',
  access: 'secret',
  replies: { 200: z.array(SegmentReply) },
  run: async (ctx) => (await ctx.read(listSegments)).map((segment) => toSegmentReply(segment, ctx.projectId)),
});

export const create = defineRoute({
  method: 'POST',
  path: '/segments',
  summary: 'Create a segment',
  access: 'secret',
  body: NewSegmentBody,
  replies: { 201: SegmentReply },
  refuses: [NameRequired, ConditionRequired],
  precheck({ name, type, condition }) {
    if (name === undefined || name === null || (typeof name === 'string' && name.trim() === '')) throw NameRequired();
    const isDynamic = type === undefined || type === null || type === 'DYNAMIC';
    if (isDynamic && !isObject(condition)) throw ConditionRequired();
  },
  async run(ctx, { body }) {
    const { description = null, type, trackMembership } = body;
    const tree = type === 'DYNAMIC' ? requireTree(body.condition) : null;
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
    condition: z.unknown().optional().meta(conditionMeta),
    trackMembership: optional(z.boolean()),
  }),
  replies: { 200: SegmentReply },
  refuses: [SegmentNotFound],
  async run(ctx, { params: { id }, body }) {
    const { condition, ...rest } = body;
    const parsed = condition === undefined || condition === null ? null : readCondition(condition, options);
    const before = await ctx
      .read((reader) => findSegment(reader, id))
      .catch((error: unknown) => {
        if (parsed?.ok === false) throw brokenCondition(parsed.problems); // a broken body is reported before a missing segment
        throw error;
      });
    if (before.tree && parsed?.ok === false) throw brokenCondition(parsed.problems);
    const tree = before.tree && parsed?.ok ? parsed.tree : undefined;
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

const brokenCondition = (problems: readonly ConditionProblem[]) => Invalid(conditionErrors(problems));

function requireTree(raw: unknown): Condition {
  const parsed = readCondition(raw, options);
  if (!parsed.ok) throw brokenCondition(parsed.problems);
  return parsed.tree;
}
