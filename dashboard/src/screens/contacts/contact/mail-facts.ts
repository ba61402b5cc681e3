import type { TimelineItem } from '../../../api/contact-story.ts';
import type { EmailRouteFields } from '../../../widgets/route-line/stops.ts';
import type { EmailStatus } from '../../../widgets/state-chip/email-states.ts';

export interface MailFacts extends EmailRouteFields {
  readonly status: EmailStatus;
  readonly opens: number;
  readonly clicks: number;
}

const statuses: readonly EmailStatus[] = [
  'QUEUED',
  'SENDING',
  'SUPPRESSED',
  'CANCELLED',
  'FAILED',
  'SENT',
  'DELIVERED',
  'OPENED',
  'CLICKED',
  'BOUNCED',
  'COMPLAINED',
];

/** What the history says of a mail; null if it says nothing that can be shown. */
export function mailFacts({ at, data }: TimelineItem): MailFacts | null {
  const status = statuses.find((known) => known === data?.status);
  if (!data || !status) return null;
  return {
    status,
    createdAt: at,
    reason: text(data.reason),
    sentAt: text(data.sentAt),
    deliveredAt: text(data.deliveredAt),
    openedAt: text(data.openedAt),
    clickedAt: text(data.clickedAt),
    opens: typeof data.opens === 'number' ? data.opens : 0,
    clicks: typeof data.clicks === 'number' ? data.clicks : 0,
  };
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
