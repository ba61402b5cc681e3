import { z } from 'zod';
import { ContactReply } from '#features/contacts';
import { Instant, instant, instantOrNull, trimmedText } from '#platform/http';
import { toJson } from '#pure/conditions';
import { limits } from '#pure/limits';
import { ConditionTree } from './condition-shape.ts';
import type { Segment } from './segment.ts';

export const SegmentReply = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    description: z.string().nullable(),
    type: z.enum(['DYNAMIC', 'STATIC']),
    condition: ConditionTree.nullable(),
    trackMembership: z.boolean(),
    memberCount: z.int(),
    memberCountAt: Instant.nullable(),
    projectId: z.uuid(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Segment' });

export const toSegmentReply = (segment: Segment, projectId: string) => ({
  id: segment.id,
  name: segment.name,
  slug: segment.slug,
  description: segment.description,
  type: segment.type,
  condition: segment.tree && toJson(segment.tree),
  trackMembership: segment.trackMembership,
  memberCount: segment.memberCount,
  memberCountAt: instantOrNull(segment.memberCountAt),
  projectId,
  createdAt: instant(segment.createdAt),
  updatedAt: instant(segment.updatedAt),
});

export const Name = trimmedText(1, limits.segmentNameCharacters);
export const Description = trimmedText(0, limits.segmentDescriptionCharacters).nullable();
export const Emails = z.array(z.string()).min(1).max(limits.segmentMembersPerRequest);

export const PreviewReply = z.object({
  count: z.int().nullable(),
  timedOut: z.boolean(),
  sample: z.array(ContactReply),
  filters: z.array(z.object({ path: z.string(), missing: z.int().nullable(), dayOnly: z.int().nullable() })),
  contact: z
    .object({
      matches: z.boolean(),
      filters: z.array(z.object({ path: z.string(), actual: z.unknown(), result: z.boolean() })),
    })
    .nullable(),
});
