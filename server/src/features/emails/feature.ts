import { ContactsDeleted } from '#features/contacts';
import { DomainRemoved, DomainVerified } from '#features/domains';
import { hear } from '#platform/context';
import { defineFeature } from '#platform/feature';
import * as acceptRoutes from './accept/routes.ts';
import { deliveries } from './delivery/deliveries.ts';
import {
  findReleasedMail,
  findUnreadableKeys,
  releaseHeldMail,
  releaseSignedMail,
  turnPartitions,
} from './delivery/schedules.ts';
import { hurryRemoved, releaseVerified } from './follow-domains.ts';
import { forgetContacts } from './forget-contacts.ts';
import * as providerRoutes from './provider/routes.ts';
import { forgetReceivedMails } from './received/schedules.ts';
import * as recordRoutes from './records/routes.ts';
import * as suppressionRoutes from './suppressions/routes.ts';
import { mailsOfTemplate } from './template-mails.ts';
import { outcomes } from './test-mode/outcomes.ts';
import * as inboxRoutes from './test-mode/routes.ts';
import { trimInbox } from './test-mode/trim-inbox.ts';
import { clickJudgements } from './tracking/click-judgements.ts';
import * as trackingRoutes from './tracking/routes.ts';
import { turnTrackingMonths } from './tracking/schedules.ts';
import { wipeEmails } from './wipe-emails.ts';

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
  tasks: [releaseHeldMail, releaseSignedMail, trimInbox],
  schedules: [findReleasedMail, findUnreadableKeys, turnPartitions, turnTrackingMonths, forgetReceivedMails],
  spools: [deliveries, clickJudgements, outcomes],
  hears: [
    hear(ContactsDeleted, forgetContacts),
    hear(DomainVerified, releaseVerified),
    hear(DomainRemoved, hurryRemoved),
  ],
  references: { template: mailsOfTemplate },
  wipe: wipeEmails,
});
