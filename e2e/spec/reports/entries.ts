import type { Entry } from '../entry.ts';
import { activityStats } from './activity-stats.ts';
import { audience } from './audience.ts';
import { campaignStats, topCampaigns } from './campaign-reports.ts';
import { deliverability } from './deliverability.ts';
import { sources } from './sources.ts';
import { timeseries } from './timeseries.ts';
import { topEvents } from './top-events.ts';

export const reportEntries: readonly Entry[] = [
  activityStats,
  timeseries,
  topCampaigns,
  campaignStats,
  topEvents,
  deliverability,
  sources,
  audience,
];
