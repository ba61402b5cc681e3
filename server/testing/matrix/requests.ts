import type { Requests } from './request.ts';
import { accountRequests } from './requests/accounts.ts';
import { addressCheckRequests } from './requests/address-checks.ts';
import { billingRequests } from './requests/billing.ts';
import { campaignRequests } from './requests/campaigns.ts';
import { contactRequests } from './requests/contacts.ts';
import { domainRequests } from './requests/domains.ts';
import { emailRequests } from './requests/emails.ts';
import { eventRequests } from './requests/events.ts';
import { inboxRequests } from './requests/inbox.ts';
import { instanceRequests } from './requests/instance.ts';
import { jobRequests } from './requests/jobs.ts';
import { projectRequests } from './requests/projects.ts';
import { recipientRequests } from './requests/recipients.ts';
import { reportRequests } from './requests/reports.ts';
import { reputationRequests } from './requests/reputation.ts';
import { requestLogRequests } from './requests/request-log.ts';
import { segmentRequests } from './requests/segments.ts';
import { sesNoticeRequests } from './requests/ses-notices.ts';
import { suppressionRequests } from './requests/suppressions.ts';
import { templateRequests } from './requests/templates.ts';
import { uploadRequests } from './requests/uploads.ts';
import { webhookRequests } from './requests/webhooks.ts';
import { workflowRequests } from './requests/workflows.ts';

/** One list per feature. A route without a request here fails the generated tests. */
export const requests: Requests = {
  ...instanceRequests,
  ...accountRequests,
  ...jobRequests,
  ...projectRequests,
  ...billingRequests,
  ...domainRequests,
  ...contactRequests,
  ...emailRequests,
  ...eventRequests,
  ...addressCheckRequests,
  ...templateRequests,
  ...segmentRequests,
  ...suppressionRequests,
  ...inboxRequests,
  ...sesNoticeRequests,
  ...recipientRequests,
  ...reputationRequests,
  ...requestLogRequests,
  ...campaignRequests,
  ...uploadRequests,
  ...workflowRequests,
  ...webhookRequests,
  ...reportRequests,
};
