import { defineFeature } from '#platform/feature';
import { forgetReports } from './forget-reports.ts';
import { smtpListener } from './listener.ts';
import { wipeReports } from './wipe-reports.ts';

export const inbound = defineFeature({
  name: 'inbound',
  schedules: [forgetReports],
  listeners: [smtpListener],
  wipe: wipeReports,
});
