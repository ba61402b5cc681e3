import type { ActivityItem } from '../../api/activity.ts';

export interface UpcomingGroup {
  /** The soonest of them. */
  readonly first: ActivityItem;
  readonly count: number;
}

/** People who wait in the same step and follow each other stand as one. */
export function foldUpcoming(items: readonly ActivityItem[]): UpcomingGroup[] {
  const groups: UpcomingGroup[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last && item.type !== 'campaign.scheduled' && placeOf(last.first) === placeOf(item)) {
      groups[groups.length - 1] = { ...last, count: last.count + 1 };
    } else {
      groups.push({ first: item, count: 1 });
    }
  }
  return groups;
}

const placeOf = ({ type, metadata }: ActivityItem): string =>
  JSON.stringify([type, metadata.workflowId, metadata.stepId ?? metadata.stepName]);
