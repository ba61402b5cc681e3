import { accounts } from '#features/accounts';
import { addressChecks } from '#features/address-checks';
import { campaigns } from '#features/campaigns';
import { contacts } from '#features/contacts';
import { domains } from '#features/domains';
import { emails } from '#features/emails';
import { events } from '#features/events';
import { inbound } from '#features/inbound';
import { jobs } from '#features/jobs';
import { projects } from '#features/projects';
import { recipientPages } from '#features/recipient-pages';
import { reputation } from '#features/reputation';
import { segments } from '#features/segments';
import { sesNotices } from '#features/ses-notices';
import { templates } from '#features/templates';
import { workflows } from '#features/workflows';
import type { Feature } from '#platform/feature';
import { retentionSchedule } from '#platform/retention';

/** All features, lowest layer first. */
export const features: readonly Feature[] = [
  accounts,
  jobs,
  addressChecks,
  projects,
  domains,
  contacts,
  templates,
  events,
  segments,
  emails,
  reputation,
  recipientPages,
  sesNotices,
  inbound,
  campaigns,
  workflows,
];

export const allTasks = features.flatMap((feature) => feature.tasks ?? []);
export const allSchedules = [
  retentionSchedule(Object.assign({}, ...features.map((feature) => feature.beforeExpiry))),
  ...features.flatMap((feature) => feature.schedules ?? []),
];
export const allSpools = features.flatMap((feature) => feature.spools ?? []);
export const allPortListeners = features.flatMap((feature) => feature.portListeners ?? []);
