import { activityEntries } from './activity/entries.ts';
import { addressCheckEntries } from './address-checks/entries.ts';
import { authEntries } from './auth/entries.ts';
import { billingEntries } from './billing/entries.ts';
import { campaignEntries } from './campaigns/entries.ts';
import { configEntries } from './config/entries.ts';
import { contactEntries } from './contacts/entries.ts';
import { domainEntries } from './domains/entries.ts';
import { emailEntries } from './emails/entries.ts';
import type { Entry } from './entry.ts';
import { eventEntries } from './events/entries.ts';
import { inboxEntries } from './inbox/entries.ts';
import { logEntries } from './logs/entries.ts';
import { mcpEntries } from './mcp/entries.ts';
import { memberEntries } from './members/entries.ts';
import { pageEntries } from './pages/entries.ts';
import { projectEntries } from './projects/entries.ts';
import { reportEntries } from './reports/entries.ts';
import { securityEntries } from './security/entries.ts';
import { segmentEntries } from './segments/entries.ts';
import { suppressionEntries } from './suppressions/entries.ts';
import { templateEntries } from './templates/entries.ts';
import { trackingEntries } from './tracking/entries.ts';
import { uploadEntries } from './uploads/entries.ts';
import { userEntries } from './users/entries.ts';
import { webhookEndpointEntries } from './webhook-endpoints/entries.ts';
import { webhookEntries } from './webhooks/entries.ts';
import { workflowEntries } from './workflows/entries.ts';

/** One list per folder; a new feature adds its own here. */
export const entries: readonly Entry[] = [
  ...authEntries,
  ...configEntries,
  ...mcpEntries,
  ...userEntries,
  ...projectEntries,
  ...billingEntries,
  ...memberEntries,
  ...contactEntries,
  ...templateEntries,
  ...domainEntries,
  ...emailEntries,
  ...eventEntries,
  ...segmentEntries,
  ...suppressionEntries,
  ...inboxEntries,
  ...pageEntries,
  ...trackingEntries,
  ...addressCheckEntries,
  ...webhookEntries,
  ...webhookEndpointEntries,
  ...securityEntries,
  ...campaignEntries,
  ...workflowEntries,
  ...uploadEntries,
  ...logEntries,
  ...reportEntries,
  ...activityEntries,
];
