import type { Entry } from '../entry.ts';
import { activityStats } from './activity-stats.ts';
import { campaignStats, topCampaigns } from './campaign-reports.ts';
import { timeseries } from './timeseries.ts';
import { topEvents } from './top-events.ts';

export const reportEntries: readonly Entry[] = [activityStats, timeseries, topCampaigns, campaignStats, topEvents];
