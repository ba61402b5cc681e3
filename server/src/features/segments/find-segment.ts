import type { ProjectReader, ProjectTx } from '#platform/context';
import { SegmentNotFound } from './refusals.ts';
import { type Segment, type SegmentId, segmentColumns, toSegment } from './segment.ts';

export async function findSegment({ db, projectId }: ProjectReader, id: SegmentId): Promise<Segment> {
  const row = await db
    .selectFrom('segments')
    .select(segmentColumns)
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw SegmentNotFound(id);
  return toSegment(row);
}

/** The same, locked: writers of one segment run one after the other. */
export async function lockSegment({ db, projectId }: ProjectReader, id: SegmentId): Promise<Segment> {
  const row = await db
    .selectFrom('segments')
    .select(segmentColumns)
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw SegmentNotFound(id);
  return toSegment(row);
}

/** Refuses an unknown segment; a known one is not deleted before this transaction ends. For records that refer to it. */
export async function requireSegment({ db, projectId }: ProjectTx, id: SegmentId): Promise<void> {
  const found = await db
    .selectFrom('segments')
    .select('id')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  if (!found) throw SegmentNotFound(id);
}

/** All segments, newest first (D-339). */
export async function listSegments({ db, projectId }: ProjectReader): Promise<Segment[]> {
  const rows = await db
    .selectFrom('segments')
    .select(segmentColumns)
    .where('projectId', '=', projectId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toSegment);
}
