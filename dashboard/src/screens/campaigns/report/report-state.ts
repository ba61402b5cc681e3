import { oneOf, text } from '../../../navigation/url-state.ts';

export const outcomes = [
  '',
  'waiting',
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'unsubscribed',
  'failed',
  'suppressed',
  'cancelled',
] as const;
export type Outcome = Exclude<(typeof outcomes)[number], ''>;

export const outcomeWords: Readonly<Record<Outcome, string>> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  opened: 'Opened',
  clicked: 'Clicked',
  bounced: 'Bounced',
  complained: 'Complaint',
  unsubscribed: 'Unsubscribed',
  failed: 'Failed',
  suppressed: 'Not sent',
  cancelled: 'Cancelled',
};

/** What the URL of a report holds: which recipients are listed. */
export const reportShape = {
  outcome: oneOf(outcomes, ''),
  reason: text(64),
  email: text(254),
};

export interface ReportState {
  readonly outcome: (typeof outcomes)[number];
  readonly reason: string;
  readonly email: string;
}
