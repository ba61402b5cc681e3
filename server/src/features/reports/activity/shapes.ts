import { z } from 'zod';
import { Instant, instant, type Resource } from '#platform/http';
import { type ActivityType, activityTypes, readActivityType } from './activity-types.ts';
import type { ActivityItem } from './load-items.ts';

const TypeReply = z.enum(activityTypes);

export const ActivityReply = z
  .object({
    id: z.string(),
    type: TypeReply,
    timestamp: Instant,
    contactId: z.uuid().nullable(),
    contactEmail: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()).meta({ description: 'Its fields depend on `type`.' }),
  })
  .meta({ id: 'ActivityItem' });

export const toActivityReply = ({ at, ...item }: ActivityItem): z.output<typeof ActivityReply> => ({
  ...item,
  timestamp: instant(at),
});

export const TypesReply = z.object({ types: z.array(TypeReply), all: z.array(TypeReply) });

/** A comma list of types; names of platform events and their aliases are understood too (D-1011). */
export const typesQuery = z
  .string()
  .optional()
  .transform((text, ctx): ActivityType[] | undefined => {
    const types: ActivityType[] = [];
    for (const part of text?.split(',') ?? []) {
      const type = readActivityType(part.trim());
      if (type) types.push(type);
      else ctx.addIssue({ code: 'custom', message: 'not in the list', params: { allowed: activityTypes } });
    }
    return types.length === 0 ? undefined : types;
  })
  .meta({ type: 'string', description: `One of ${activityTypes.join(', ')}, or several with commas between.` });

/** A filter that a caller might expect and that does not exist: leaving it out silently would show too much (D-1017). */
export const noFilter = (resource: Resource) =>
  z
    .string()
    .optional()
    .superRefine((text, ctx) => {
      if (text !== undefined) ctx.addIssue({ code: 'custom', message: 'no filter of this list' });
    })
    .meta({ description: 'Refused: this list has no such filter.', 'x-resource': resource });
