import { z } from 'zod';
import type { ProjectContext } from '#platform/context';
import { defineRoute } from '#platform/http';
import type { Reference } from '#platform/references';
import { eventUsage } from './event-usage.ts';

const Referrer = z.object({ id: z.uuid(), name: z.string() });
const UsageReply = z
  .object({
    eventName: z.string(),
    usedInSegments: z.array(Referrer),
    usedInCampaigns: z.array(Referrer.extend({ status: z.string() })),
    usedInWorkflows: z.array(Referrer.extend({ as: z.array(z.string()) })),
    totalCount: z.int(),
    uniqueContacts: z.int(),
    canDelete: z.boolean(),
  })
  .meta({ id: 'EventUsage' });

export const usage = defineRoute({
  method: 'GET',
  path: '/events/:eventName/usage',
  summary: 'Segments, campaigns and workflows that refer to an event',
  access: 'secret',
  params: z.object({ eventName: z.string() }),
  replies: { 200: UsageReply },
  run: (ctx, { params }) => usageOf(ctx, params.eventName),
});

/** Quirk: `contact` is part of another path, and also a valid name of an event (D-412). */
export const usageOfContact = defineRoute({
  method: 'GET',
  path: '/events/contact/usage',
  summary: 'The same for an event called `contact`',
  access: 'secret',
  replies: { 200: UsageReply },
  run: (ctx) => usageOf(ctx, 'contact'),
});

async function usageOf(ctx: ProjectContext, eventName: string): Promise<z.output<typeof UsageReply>> {
  const { references, ...rest } = await eventUsage(ctx, eventName);
  const by = (kind: Reference['by']) => references.filter((reference) => reference.by === kind);
  return {
    ...rest,
    usedInSegments: by('segment').map(({ id, name }) => ({ id, name })),
    usedInCampaigns: by('campaign').map(({ id, name, status }) => ({ id, name, status: status ?? '' })),
    usedInWorkflows: by('workflow').map(({ id, name, as }) => ({ id, name, as: [...(as ?? [])] })),
  };
}
