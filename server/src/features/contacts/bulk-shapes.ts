import { z } from 'zod';
import { bodyId, optional } from '#platform/http';
import type { BulkSelection } from './bulk-job.ts';
import { maxBulkIds } from './limits.ts';

const ids = optional(z.array(bodyId<'contact'>('contact')).min(1).max(maxBulkIds));

const BulkFields = z.object({
  mode: optional(z.enum(['ids', 'query'])),
  contactIds: ids,
  ids,
  filter: optional(z.object({ search: optional(z.string()), subscribed: optional(z.boolean()) })),
  excludeIds: optional(z.array(bodyId<'contact'>('contact')).max(10_000)),
});

/** A list of ids, under either name, or a filter (D-224). */
export const BulkBody = z.preprocess(
  meant,
  BulkFields.superRefine((body, ctx) => {
    const isQuery = body.mode === 'query';
    const isThere = isQuery ? body.filter : (body.contactIds ?? body.ids);
    const issue = { code: 'custom', message: 'This field is required.', params: { code: 'required' } } as const;
    if (!isThere) ctx.addIssue({ ...issue, path: [isQuery ? 'filter' : 'contactIds'] });
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

/** The form that was meant, without what belongs to another: `contactIds` wins over `ids`. */
function meant(raw: unknown): unknown {
  const body = raw as Readonly<Record<string, unknown>>; // bodies are objects before shapes see them
  if (body.mode === 'query') return { mode: body.mode, filter: body.filter, excludeIds: body.excludeIds };
  const given = body.contactIds ?? null;
  return given === null ? { mode: body.mode, ids: body.ids } : { mode: body.mode, contactIds: given };
}
