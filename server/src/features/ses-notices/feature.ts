import { defineFeature } from '#platform/feature';
import { forgetMessages } from './forget-messages.ts';
import { noticeCheck } from './notice-check.ts';
import { retryParked } from './retry-parked.ts';
import * as routes from './routes.ts';

export const sesNotices = defineFeature({
  name: 'ses-notices',
  routes: Object.values(routes),
  schedules: [retryParked, forgetMessages],
  doctorChecks: [noticeCheck],
});
