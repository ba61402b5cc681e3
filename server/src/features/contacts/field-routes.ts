import { z } from 'zod';
import { QueuedReply, queuedReply } from '#features/jobs';
import { answer, defineRoute, wholeNumber } from '#platform/http';
import type { Reference } from '#platform/references';
import { customFieldName, parseFieldName } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { deleteField } from './delete-field.ts';
import { fieldUsage } from './field-usage.ts';
import { fieldValues } from './field-values.ts';
import { listFields } from './list-fields.ts';
import { FieldNotCustom } from './refusals.ts';

const params = z.object({ field: z.string() });
const Referrer = z.object({ id: z.uuid(), name: z.string() });
const nameOf = (rawName: string): string => {
  const parsed = parseFieldName(rawName);
  return parsed.kind === 'standard' ? parsed.field : customFieldName(parsed.key);
};

export const fields = defineRoute({
  method: 'GET',
  path: '/contacts/fields',
  summary: 'Standard and custom fields with their types and figures',
  access: 'secret',
  replies: {
    200: z.object({
      fields: z.array(
        z.object({
          field: z.string(),
          type: z.enum(['string', 'number', 'boolean', 'date']),
          isCustom: z.boolean(),
          coverage: z.number(),
          count: z.int(),
          mixed: z.boolean(),
        }),
      ),
    }),
  },
  async run(ctx) {
    return { fields: await listFields(ctx) };
  },
});

const Value = z.union([z.string(), z.number(), z.boolean()]);

export const values = defineRoute({
  method: 'GET',
  path: '/contacts/fields/:field/values',
  summary: 'Distinct values of a field, most frequent first',
  access: 'secret',
  params,
  query: z.object({ limit: wholeNumber(100, 1, limits.fieldValuesListed) }),
  replies: {
    200: z.object({
      field: z.string(),
      values: z.array(Value),
      items: z.array(z.object({ value: Value, count: z.int() })),
      count: z.int(),
      limit: z.int(),
    }),
  },
  async run(ctx, { params: { field }, query: { limit } }) {
    const items = await fieldValues(ctx, field, limit);
    return { field: nameOf(field), values: items.map((item) => item.value), items, count: items.length, limit };
  },
});

export const usage = defineRoute({
  method: 'GET',
  path: '/contacts/fields/:field/usage',
  summary: 'Segments, campaigns and workflows that refer to a field',
  access: 'secret',
  params,
  replies: {
    200: z.object({
      field: z.string(),
      usedInSegments: z.array(Referrer),
      usedInCampaigns: z.array(Referrer.extend({ status: z.string() })),
      usedInWorkflows: z.array(Referrer),
      contactCount: z.int(),
      canDelete: z.boolean(),
    }),
  },
  async run(ctx, { params: { field } }) {
    const { references, ...rest } = await fieldUsage(ctx, field);
    const by = (kind: Reference['by']) => references.filter((reference) => reference.by === kind);
    return {
      ...rest,
      usedInSegments: by('segment').map(({ id, name }) => ({ id, name })),
      usedInCampaigns: by('campaign').map(({ id, name, status }) => ({ id, name, status: status ?? '' })),
      usedInWorkflows: by('workflow').map(({ id, name }) => ({ id, name })),
    };
  },
});

export const removeField = defineRoute({
  method: 'DELETE',
  path: '/contacts/fields/:field',
  summary: 'Remove a custom field from every contact',
  access: 'secret',
  params,
  replies: {
    200: z.object({ field: z.string(), deletedFrom: z.int() }),
    202: QueuedReply,
  },
  refuses: [FieldNotCustom],
  async run(ctx, { params: { field } }) {
    const deletion = await deleteField(ctx, field);
    if (deletion.kind === 'queued') return answer(202, queuedReply(deletion.jobId));
    return { field: nameOf(field), deletedFrom: deletion.deletedFrom };
  },
});
