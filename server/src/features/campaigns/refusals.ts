import { missing, type RefusalText, refusal } from '#platform/refusals';
import type { Campaign } from './campaign.ts';

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
  message: 'This campaign is being sent.',
  details: { id, status },
  suggestion: 'Cancel it first.',
}));

export const NothingReached = refusal('malformed', 'BAD_REQUEST', ({ status }: Pick<Campaign, 'status'>) => ({
  message: `A campaign that is ${status} has reached nobody who could be left out.`,
  details: { parameter: 'excludeReached', received: true, allowed: [false] },
}));

/** Quirk: the code of this refusal on `POST /campaigns` (specification, section 7). */
export const SenderNotVerified = refusal('forbidden', 'INTERNAL_SERVER_ERROR', (text: RefusalText) => text);
