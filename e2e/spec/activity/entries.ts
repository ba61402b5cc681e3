import type { Entry } from '../entry.ts';
import { activityTypesEntry, recentCount, upcoming } from './activity-facts.ts';
import { listActivity } from './list-activity.ts';
import { stream } from './stream.ts';

export const activityEntries: readonly Entry[] = [listActivity, recentCount, activityTypesEntry, upcoming, stream];
