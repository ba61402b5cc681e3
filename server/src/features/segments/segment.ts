import type { Id } from '#platform/ids';
import { type Condition, storedCondition } from '#pure/conditions';

export type SegmentId = Id<'segment'>;
export type SegmentType = 'DYNAMIC' | 'STATIC';

export interface Segment {
  id: SegmentId;
  name: string;
  slug: string;
  description: string | null;
  type: SegmentType;
  /** The tree of a dynamic segment; null for a list. */
  tree: Condition | null;
  trackMembership: boolean;
  memberCount: number;
  memberCountAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export const segmentColumns = [
  'id',
  'name',
  'slug',
  'description',
  'type',
  'condition',
  'trackMembership',
  'memberCount',
  'memberCountAt',
  'createdAt',
  'updatedAt',
] as const;

interface SegmentRow extends Omit<Segment, 'id' | 'tree' | 'memberCount'> {
  id: string;
  condition: unknown;
  memberCount: string;
}

export const toSegment = ({ condition, ...row }: SegmentRow): Segment => ({
  ...row,
  id: row.id as SegmentId, // a row of the segments table
  memberCount: Number(row.memberCount),
  tree: condition === null ? null : storedCondition(condition),
});
