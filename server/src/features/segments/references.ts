import type { ProjectReader } from '#platform/context';
import type { Reference } from '#platform/references';
import { fieldsOf } from '#pure/conditions';
import { type Audience, loadAudience, recordedNames, slugIn } from './audience.ts';
import type { Segment } from './segment.ts';

/** Segments whose condition reads a field. */
export const segmentsUsingField = async (reader: ProjectReader, field: string): Promise<readonly Reference[]> =>
  using(await loadAudience(reader), ({ tree }) => tree !== null && fieldsOf(tree).includes(field));

/** Segments whose condition mentions an event. */
export async function segmentsUsingEvent(reader: ProjectReader, name: string): Promise<readonly Reference[]> {
  const audience = await loadAudience(reader);
  const names = new Set(audience.options.eventNames?.(name) ?? [name]);
  return using(audience, ({ tree }) => tree !== null && audience.watchedEvents(tree).some((each) => names.has(each)));
}

/** Events of a segment stay with it under its former slugs (D-332). */
export async function segmentEventNames({ db, projectId }: ProjectReader, name: string): Promise<readonly string[]> {
  const slug = slugIn(name);
  if (slug === null) return [];
  const slugs = await db
    .selectFrom('segmentSlugs as known')
    .innerJoin('segmentSlugs as own', (join) =>
      join.onRef('own.projectId', '=', 'known.projectId').onRef('own.segmentId', '=', 'known.segmentId'),
    )
    .select(['own.slug', 'own.segmentId'])
    .where('known.projectId', '=', projectId)
    .where('known.slug', '=', slug)
    .execute();
  return recordedNames(name, slugs);
}

const using = ({ segments }: Audience, isMatch: (segment: Segment) => boolean): Reference[] =>
  [...segments.values()].filter(isMatch).map(({ id, name }) => ({ by: 'segment', id, name, as: ['condition'] }));
