import type { Reply } from '@postrider/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import { useProjectQuery } from './project.ts';
import type { Segment } from './segments.ts';

type EventUsage = Reply<'GET /events/{eventName}/usage'>;

export interface SegmentUse {
  readonly kind: 'segment' | 'campaign' | 'workflow';
  readonly id: string;
  readonly name: string;
  readonly note: string;
}

/** The names of the events that a tracked segment fires. */
export const segmentEvents = ({ slug }: Pick<Segment, 'slug'>): { readonly entry: string; readonly exit: string } => ({
  entry: `segment.${slug}.entry`,
  exit: `segment.${slug}.exit`,
});

const maxCampaigns = 100;

/** What refers to a segment: rules of other segments, the newest campaigns, and what listens to its two events. */
export const useSegmentUses = (segment: Segment): UseQueryResult<readonly SegmentUse[]> =>
  useProjectQuery(['segments', 'uses', segment.id, segment.slug], async (session, signal) => {
    const { entry, exit } = segmentEvents(segment);
    const [segments, campaigns, onEntry, onExit] = await Promise.all([
      session.segments.list({ signal }),
      session.campaigns.list({ pageSize: maxCampaigns }, { signal }),
      session.events.usage(entry, { signal }),
      session.events.usage(exit, { signal }),
    ]);
    const field = `"segment.${segment.id}"`;
    const refers = (condition: unknown) => JSON.stringify(condition ?? null).includes(field);
    const uses: SegmentUse[] = [
      ...segments
        .filter(({ condition }) => refers(condition))
        .map(({ id, name }): SegmentUse => ({ kind: 'segment', id, name, note: 'a rule asks for it' })),
      ...campaigns.data
        .filter(({ segmentId, audienceCondition }) => segmentId === segment.id || refers(audienceCondition))
        .map(
          ({ id, name, status }): SegmentUse => ({
            kind: 'campaign',
            id,
            name,
            note: `audience, ${status.toLowerCase()}`,
          }),
        ),
      ...usesOfEvent(onEntry, 'someone enters'),
      ...usesOfEvent(onExit, 'someone leaves'),
    ];
    return uses.filter((use, place) => uses.findIndex((other) => isSame(use, other)) === place);
  });

function usesOfEvent({ usedInWorkflows, usedInSegments, usedInCampaigns }: EventUsage, when: string): SegmentUse[] {
  return [
    ...usedInWorkflows.map(
      ({ id, name, as }): SegmentUse => ({
        kind: 'workflow',
        id,
        name,
        note: as.includes('trigger') ? `starts when ${when}` : `asks or waits whether ${when}`,
      }),
    ),
    ...usedInSegments.map(({ id, name }): SegmentUse => ({ kind: 'segment', id, name, note: `asks whether ${when}` })),
    ...usedInCampaigns.map(
      ({ id, name }): SegmentUse => ({ kind: 'campaign', id, name, note: `asks whether ${when}` }),
    ),
  ];
}

const isSame = (one: SegmentUse, other: SegmentUse): boolean =>
  one.kind === other.kind && one.id === other.id && one.note === other.note;
