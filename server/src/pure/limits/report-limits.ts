import { instead, kilobyte, limit, refused } from './limit.ts';

/** Activity and reports. */
export const reportLimits = {
  reportDays: limit(30, 'Days of a report whose period is not given.', instead('the last 30 days are shown', 'D-1001')),
  reportDaysMax: limit(366, 'Days of the period of a report.', refused('BAD_REQUEST', 'D-1001')),
  activityRecordsLookedAt: limit(
    5_000,
    'Records of one kind that a page of `GET /activity` looks at, where `mode`, or `types` in a project with many names of events, leaves records out.',
    instead('a short page with a cursor', 'D-1012'),
  ),
  activityNames: limit(
    100,
    'Names of events that a page of `GET /activity` with `types` looks up one by one.',
    instead('all records are looked at', 'D-1012'),
  ),
  activityCounted: limit(
    100_000,
    'Records of one kind that `total` of `GET /activity` and `GET /activity/recent-count` count, newest first.',
    instead('older ones are not counted', 'D-1012'),
  ),
  activityDataBytes: limit(
    2 * kilobyte,
    '`eventData` of an item of the activity.',
    instead('whole keys are left out', 'D-1010'),
  ),
  activityTypeDays: limit(
    90,
    'Days in which `types` of `GET /activity/types` occurred.',
    instead('older ones are left out', 'D-1014'),
  ),
  streamItems: limit(
    10,
    'Items of the activity in one part of `GET /stream`; a part comes once a second at most.',
    instead('the others are a number in `event: more`', 'D-1046'),
  ),
  streamItemsMissed: limit(
    100,
    'Items that `GET /stream` sends to a reader that continues.',
    instead('the others are a number in `event: more`', 'D-1046'),
  ),
  streamMissedSeconds: limit(
    300,
    'How long ago the position in `Last-Event-ID` of `GET /stream` may be.',
    instead('`event: reset`', 'D-1043'),
  ),
  streamStates: limit(
    50,
    'Campaigns, jobs and domains, each, of which `GET /stream` tells changes.',
    instead('the newest', 'D-1043'),
  ),
  recentMinutes: limit(1_440, '`minutes` of `GET /activity/recent-count`.', instead('1,440 are counted', 'D-1018')),
  upcomingDays: limit(365, '`daysAhead` of `GET /activity/upcoming`.', instead('365 days are shown', 'D-1015')),
  upcomingLookedAt: limit(
    1_000,
    'Executions that `GET /activity/upcoming` looks at, soonest first.',
    instead('later ones are left out, and `hasMore` says so', 'D-1015'),
  ),
  campaignsCompared: limit(
    1_000,
    'Campaigns that `GET /analytics/top-campaigns` and `/campaign-stats` look at.',
    instead('the newest count', 'D-1021'),
  ),
  campaignsReported: limit(100, '`campaigns` of `GET /analytics/campaign-stats`.', instead('the newest', 'D-1021')),
  topCampaignsListed: limit(50, '`limit` of `GET /analytics/top-campaigns`.', instead('50 are returned', 'D-128')),
  topEventsListed: limit(50, '`limit` of `GET /analytics/top-events`.', instead('50 are returned', 'D-1022')),
  mailSourcesListed: limit(100, '`limit` of `GET /analytics/sources`.', instead('100 are returned', 'D-1024')),
  senderDomainsReported: limit(
    50,
    '`senderDomains` of `GET /analytics/deliverability`.',
    instead('the others together are `other`', 'D-1023'),
  ),
  bounceReasonsReported: limit(
    50,
    '`reasons` of `GET /analytics/deliverability`.',
    instead('the others together are `other`', 'D-1023'),
  ),
} as const;
