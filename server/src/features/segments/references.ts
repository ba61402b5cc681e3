import type { ProjectReader } from '#platform/context';
import type { Reference } from '#platform/references';
import { fieldsOf } from '#pure/conditions';
import type { Audience } from './audience.ts';
import { loadAudience } from './audience.ts';
import type { Segment } from './segment.ts';

/** Segments whose condition reads a field. */
export const segmentsUsingField = async (reader: ProjectReader, field: string): Promise<readonly Reference[]> =>
  using(await loadAudience(reader), ({ tree }) => tree !== null && fieldsOf(tree).includes(field));

/** Segments whose condition looks at an event. */
export async function segmentsUsingEvent(reader: ProjectReader, name: string): Promise<readonly Reference[]> {
  const audience = await loadAudience(reader);
  const names = new Set(audience.options.eventNames?.(name) ?? [name]);
  return using(audience, ({ tree }) => tree !== null && audience.watchedEvents(tree).some((each) => names.has(each)));
}

const using = ({ segments }: Audience, isUser: (segment: Segment) => boolean): Reference[] =>
  [...segments.values()].filter(isUser).map(({ id, name }) => ({ by: 'segment', id, name, as: ['condition'] }));
