import { z } from 'zod';
import { bodyId, optional } from '#platform/http';
import { limits } from '#pure/limits';
import type { BulkSelection } from './bulk-job.ts';

const ids = optional(z.array(bodyId<'contact'>('contact')).min(1).max(limits.contactsPerBulkRun));

const BulkFields = z.object({
  mode: optional(z.enum(['ids', 'query'])),
  contactIds: ids,
  ids,
  filter: optional(z.object({ search: optional(z.string()), subscribed: optional(z.boolean()) })),
  excludeIds: optional(z.array(bodyId<'contact'>('contact')).max(limits.contactsExcludedPerBulkRun)),
});

/** A list of ids, under either name, or a filter (D-224). */
export const BulkBody = z.preprocess(
  selectForm,
  BulkFields.superRefine((body, ctx) => {
    const isQuery = body.mode === 'query';
    const selection = isQuery ? body.filter : (body.contactIds ?? body.ids);
    const issue = { code: 'custom', message: 'This field is required.', params: { code: 'required' } } as const;
    if (!selection) ctx.addIssue({ ...issue, path: [isQuery ? 'filter' : 'contactIds'] });
  }).transform(
    (body): BulkSelection =>
      body.mode === 'query'
        ? {
            filter: { ...body.filter, search: body.filter?.search?.trim() || undefined },
            excludeIds: body.excludeIds ?? [],
          }
        : { ids: body.contactIds ?? body.ids ?? [] },
  ),
);

/** Keeps the fields of one form (ids or query) and drops those of the other: `contactIds` wins over `ids`. */
function selectForm(raw: unknown): unknown {
  const body = raw as Readonly<Record<string, unknown>>; // bodies are objects before shapes see them
  if (body.mode === 'query') return { mode: body.mode, filter: body.filter, excludeIds: body.excludeIds };
  const contactIds = body.contactIds ?? null;
  return contactIds === null ? { mode: body.mode, ids: body.ids } : { mode: body.mode, contactIds };
}
