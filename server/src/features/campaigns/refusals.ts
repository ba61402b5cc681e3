import { instant, instantOrNull } from '#platform/http';
import { missing, type RefusalText, refusal } from '#platform/refusals';
import type { Campaign } from './campaign.ts';

type Stateful = Pick<Campaign, 'status'>;

const wrongState =
  (rule: string) =>
  ({ status }: Stateful): RefusalText => ({ message: `${rule}; this one is ${status}.`, details: { status } });

export const CampaignNotFound = missing('CAMPAIGN_NOT_FOUND', 'campaign');

export const CampaignNotEditable = refusal(
  'unfit',
  'CAMPAIGN_NOT_EDITABLE',
  ({ status }: Pick<Campaign, 'status'>) => ({
    message: `A campaign is changed until its sending begins; this one is ${status}.`,
    details: { status },
    suggestion: 'Duplicate it and change the copy.',
  }),
);

export const CampaignActive = refusal('conflict', 'CAMPAIGN_ACTIVE', ({ id, status }: Campaign) => ({
  message: status === 'SENDING' ? 'This campaign is being sent.' : 'Mails of this campaign are still being closed.',
  details: { id, status },
  suggestion: status === 'SENDING' ? 'Cancel it first.' : 'Try again in a minute.',
}));

export const CampaignNotSendable = refusal(
  'unfit',
  'CAMPAIGN_NOT_SENDABLE',
  ({ status, sentAt }: Pick<Campaign, 'status' | 'sentAt'>) => ({
    message: `A campaign is sent once; this one is ${status}.`,
    details: { status, sentAt: instantOrNull(sentAt) },
    suggestion: 'To send it again, duplicate it.',
  }),
);

export const ScheduledInPast = refusal('unfit', 'SCHEDULED_IN_PAST', (scheduledFor: Date) => ({
  message: 'The time for sending is in the past.',
  details: { scheduledFor: instant(scheduledFor) },
  suggestion: 'Leave out scheduledFor to send it now.',
}));

export const CampaignIncomplete = refusal('unfit', 'CAMPAIGN_INCOMPLETE', (missingFields: readonly string[]) => ({
  message: 'The segment of this campaign was deleted.',
  details: { missing: missingFields },
  suggestion: 'Choose another audience.',
}));

export const SendingPaused = refusal('forbidden', 'SENDING_PAUSED', (scope: 'ALL' | 'MARKETING') => ({
  message: scope === 'ALL' ? 'All mail of this project is paused.' : 'Marketing mail of this project is paused.',
  details: { scope },
  suggestion: 'Lift the pause, or schedule the campaign for later.',
}));

export const CampaignNoRecipients = refusal('unfit', 'CAMPAIGN_NO_RECIPIENTS', () => ({
  message: 'Nobody would get this campaign.',
  suggestion: 'Look at its audience: only subscribed contacts get marketing mail.',
}));

export const CampaignNotCancellable = refusal(
  'unfit',
  'CAMPAIGN_NOT_CANCELLABLE',
  wrongState('A campaign is cancelled while it is scheduled or being sent'),
);
export const CampaignNotPausable = refusal(
  'unfit',
  'CAMPAIGN_NOT_PAUSABLE',
  wrongState('A campaign is paused while it is being sent and not paused'),
);
export const CampaignNotPaused = refusal(
  'unfit',
  'CAMPAIGN_NOT_PAUSED',
  wrongState('A campaign is resumed while it is paused'),
);
export const CampaignNotScheduled = refusal(
  'unfit',
  'CAMPAIGN_NOT_SCHEDULED',
  wrongState('A campaign is taken off the schedule before its time is reached'),
);

export const NothingReached = refusal('malformed', 'BAD_REQUEST', ({ status }: Pick<Campaign, 'status'>) => ({
  message: `A campaign that is ${status} has reached nobody who could be left out.`,
  details: { parameter: 'excludeReached', received: true, allowed: [false] },
}));

/** Quirk: the code of this refusal on `POST /campaigns` (specification, section 7). */
export const SenderNotVerified = refusal('forbidden', 'INTERNAL_SERVER_ERROR', (text: RefusalText) => text);

export const ExportRunning = refusal('throttled', 'RATE_LIMIT_EXCEEDED', () => ({
  message: 'A list of recipients of this project is being read already.',
  details: { retryAfter: 5, limit: 1, windowSeconds: 5, scope: 'project' },
  retryAfterSeconds: 5,
}));
