import { defineFeature } from '#platform/feature';
import { deliveries } from './delivery/deliveries.ts';
import { findReleasedMail, releaseHeldMail, turnPartitions } from './delivery/schedules.ts';
import { wipeEmails } from './wipe-emails.ts';

export const emails = defineFeature({
  name: 'emails',
  tasks: [releaseHeldMail],
  schedules: [findReleasedMail, turnPartitions],
  spools: [deliveries],
  wipe: wipeEmails,
});
