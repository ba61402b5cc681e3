import { ContactsDeleted } from '#features/contacts';
import { DomainRemoved, DomainVerified } from '#features/domains';
import { EventsRecorded } from '#features/events';
import { on } from '#platform/context';
import { defineFeature } from '#platform/feature';
import * as acceptRoutes from './accept/routes.ts';
import { deliveries } from './delivery/deliveries.ts';
import { doubtWaiting } from './delivery/doubt-waiting.ts';
import { doubtCheck, waitingCheck } from './delivery/queue-checks.ts';
import {
  findReleasedMail,
  findUnreadableKeys,
  keepContentFacts,
  releaseHeldMail,
  releaseSignedMail,
} from './delivery/schedules.ts';
import { eraseRest, findUnerased } from './erasure/erase-later.ts';
import { forgetContacts } from './erasure/forget-contacts.ts';
import { checkFigures, findUnchecked } from './figures/check-figures.ts';
import { countUnsubscribed } from './figures/count-unsubscribed.ts';
import { fillFigures, findUncounted } from './figures/fill-figures.ts';
import { foldFigures } from './figures/fold-figures.ts';
import { makeRemovedDue, releaseVerified } from './follow-domains.ts';
import * as inboxRoutes from './inbox/routes.ts';
import { loadEmailData } from './load-email-data.ts';
import { sealOwnProviders } from './own-provider/seal-own-providers.ts';
import { relayCheck } from './provider/relay-check.ts';
import { reverseNameCheck } from './provider/reverse-name-check.ts';
import * as providerRoutes from './provider/routes.ts';
import * as recordRoutes from './records/routes.ts';
import { outcomes } from './sandbox/outcomes.ts';
import { trimInbox } from './sandbox/trim-inbox.ts';
import * as suppressionRoutes from './suppressions/routes.ts';
import { mailsOfTemplate } from './template-mails.ts';
import { clickJudgements } from './tracking/click-judgements.ts';
import * as trackingRoutes from './tracking/routes.ts';
import { wipeEmails, wipeKeptOfEmails } from './wipe-emails.ts';

export const emails = defineFeature({
  name: 'emails',
  routes: [
    ...Object.values(acceptRoutes),
    ...Object.values(recordRoutes),
    ...Object.values(providerRoutes),
    ...Object.values(suppressionRoutes),
    ...Object.values(trackingRoutes),
    ...Object.values(inboxRoutes),
  ],
  tasks: [releaseHeldMail, releaseSignedMail, trimInbox, fillFigures, checkFigures, eraseRest],
  schedules: [findReleasedMail, findUnreadableKeys, foldFigures, findUncounted, findUnchecked, findUnerased],
  beforeExpiry: { email_contents: keepContentFacts },
  doctorChecks: [relayCheck, reverseNameCheck, waitingCheck, doubtCheck],
  afterLoss: doubtWaiting,
  spools: [deliveries, clickJudgements, outcomes],
  listeners: [
    on(EventsRecorded, countUnsubscribed),
    on(ContactsDeleted, forgetContacts),
    on(DomainVerified, releaseVerified),
    on(DomainRemoved, makeRemovedDue),
  ],
  references: { template: mailsOfTemplate, emailData: loadEmailData },
  sealed: [{ name: 'secrets of mail providers', rotate: sealOwnProviders }],
  wipe: wipeEmails,
  wipeKept: wipeKeptOfEmails,
});
