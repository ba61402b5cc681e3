import type { BrowserRun } from './browser-run.ts';
import { activityAndAnalyticsRun } from './runs/activity-and-analytics.ts';
import { campaignRun } from './runs/campaign.ts';
import { campaignKeyboardRun } from './runs/campaign-keyboard.ts';
import { contactsRun } from './runs/contacts.ts';
import { manyContactsRun } from './runs/contacts-100000.ts';
import { disableProjectRun } from './runs/disable-project.ts';
import { docsRun } from './runs/docs.ts';
import { domainRun } from './runs/domain.ts';
import { emailsAndReasonsRun } from './runs/emails-and-reasons.ts';
import { firstRun } from './runs/first-run.ts';
import { importRun } from './runs/import.ts';
import { inboxRun } from './runs/inbox.ts';
import { keysRun } from './runs/keys.ts';
import { pagesRun } from './runs/pages.ts';
import { paletteRun } from './runs/palette.ts';
import { previewRun } from './runs/preview.ts';
import { providerRun } from './runs/provider.ts';
import { referenceRun } from './runs/reference.ts';
import { segmentRun } from './runs/segment.ts';
import { servedRun } from './runs/served.ts';
import { signInRun } from './runs/sign-in.ts';
import { sizeRun } from './runs/size.ts';
import { teamRun } from './runs/team.ts';
import { templateEditorRun } from './runs/template-editor.ts';
import { webhooksRun } from './runs/webhooks.ts';
import { workflowOutlineRun } from './runs/workflow-outline.ts';

/** Every run, two at a time in this order: those that take longest stand first. `npm run browser -- <name>` runs one. */
export const runs: readonly BrowserRun[] = [
  pagesRun,
  templateEditorRun,
  campaignRun,
  emailsAndReasonsRun,
  segmentRun,
  domainRun,
  firstRun,
  teamRun,
  workflowOutlineRun,
  webhooksRun,
  contactsRun,
  inboxRun,
  signInRun,
  sizeRun,
  activityAndAnalyticsRun,
  importRun,
  campaignKeyboardRun,
  previewRun,
  referenceRun,
  docsRun,
  paletteRun,
  keysRun,
  servedRun,
  providerRun,
  disableProjectRun,
  manyContactsRun,
];

/** Runs that `short` leaves out, because they take too long for every change. */
export const byNameAlone: ReadonlySet<string> = new Set<string>(['contacts-100000']);
