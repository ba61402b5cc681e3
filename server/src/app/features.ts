import { accounts } from '#features/accounts';
import { addressChecks } from '#features/address-checks';
import { billing } from '#features/billing';
import { campaigns } from '#features/campaigns';
import { contacts } from '#features/contacts';
import { domains } from '#features/domains';
import { emails } from '#features/emails';
import { events } from '#features/events';
import { history } from '#features/history';
import { inbound } from '#features/inbound';
import { jobs } from '#features/jobs';
import { projects } from '#features/projects';
import { recipientPages } from '#features/recipient-pages';
import { reports } from '#features/reports';
import { reputation } from '#features/reputation';
import { requestLog } from '#features/request-log';
import { segments } from '#features/segments';
import { sesNotices } from '#features/ses-notices';
import { submission } from '#features/submission';
import { templates } from '#features/templates';
import { uploads } from '#features/uploads';
import { webhooks } from '#features/webhooks';
import { workflows } from '#features/workflows';
import type { Feature } from '#platform/feature';
import { retentionSchedule } from '#platform/retention';

/** All features, lowest layer first. */
export const features: readonly Feature[] = [
  accounts,
  jobs,
  uploads,
  addressChecks,
  projects,
  billing,
  domains,
  contacts,
  templates,
  events,
  segments,
  emails,
  reputation,
  recipientPages,
  requestLog,
  sesNotices,
  inbound,
  submission,
  campaigns,
  workflows,
  reports,
  webhooks,
  history,
];

export const allTasks = features.flatMap((feature) => feature.tasks ?? []);
export const allSchedules = [
  retentionSchedule(Object.assign({}, ...features.map((feature) => feature.beforeExpiry))),
  ...features.flatMap((feature) => feature.schedules ?? []),
];
export const allSpools = features.flatMap((feature) => feature.spools ?? []);
export const allPortListeners = features.flatMap((feature) => feature.portListeners ?? []);
