import { accountLimits } from './account-limits.ts';
import { callLimits } from './call-limits.ts';
import { campaignLimits } from './campaign-limits.ts';
import { contactLimits } from './contact-limits.ts';
import type { Limit } from './limit.ts';
import { mailLimits } from './mail-limits.ts';
import { reportLimits } from './report-limits.ts';
import { requestLimits } from './request-limits.ts';
import { templateLimits } from './template-limits.ts';
import { uploadLimits } from './upload-limits.ts';
import { workflowLimits } from './workflow-limits.ts';

export type { Limit, RateLimit } from './limit.ts';

/** Every fixed limit that callers can meet, as `docs/reference/limits.md` shows it. Limits that operators set are settings. */
export const limitTable: Readonly<Record<string, Readonly<Record<string, Limit>>>> = {
  Requests: requestLimits,
  'Accounts, projects and domains': accountLimits,
  'Contacts, segments and events': contactLimits,
  Templates: templateLimits,
  Mail: mailLimits,
  Campaigns: campaignLimits,
  'Calls to your URLs': callLimits,
  Workflows: workflowLimits,
  Uploads: uploadLimits,
  'Activity and reports': reportLimits,
};

const all = {
  ...requestLimits,
  ...accountLimits,
  ...contactLimits,
  ...templateLimits,
  ...mailLimits,
  ...campaignLimits,
  ...callLimits,
  ...workflowLimits,
  ...uploadLimits,
  ...reportLimits,
};

type Values = { readonly [Name in keyof typeof all]: (typeof all)[Name]['value'] };

/** The values by name, for the code that enforces them. */
export const limits = Object.fromEntries(Object.entries(all).map(([name, { value }]) => [name, value])) as Values; // mapped above
