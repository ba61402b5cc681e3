import { wipeActivityLog } from '#platform/activity-log';
import { defineFeature } from '#platform/feature';
import * as activityRoutes from './activity/routes.ts';
import * as analyticsRoutes from './analytics/routes.ts';
import * as setupRoutes from './setup/routes.ts';
import * as streamRoutes from './stream/routes.ts';

export const reports = defineFeature({
  name: 'reports',
  routes: [
    ...Object.values(activityRoutes),
    ...Object.values(analyticsRoutes),
    ...Object.values(setupRoutes),
    ...Object.values(streamRoutes),
  ],
  wipe: wipeActivityLog,
});
