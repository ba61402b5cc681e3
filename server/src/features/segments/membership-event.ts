import type { PlatformEventData } from '#pure/event-names';
import type { Segment } from './segment.ts';

/** Name and data of the event of a contact that entered or left a segment (D-419). */
export function membershipEvent(
  { id, name, slug }: Segment,
  change: 'entry' | 'exit',
): { name: string; data: PlatformEventData<'segment.<slug>.entry'> } {
  return { name: `segment.${slug}.${change}`, data: { segmentId: id, segmentName: name, slug } };
}
