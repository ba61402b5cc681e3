import { instead, limit, tooBig } from './limit.ts';

/** Campaigns. */
export const campaignLimits = {
  campaignNameCharacters: limit(200, 'The name of a campaign.', tooBig('D-801')),
  campaignDescriptionCharacters: limit(1_000, 'The description of a campaign.', tooBig('D-801')),
  campaignMailsPerMinute: limit(600_000, '`sendRate` of a campaign.', tooBig('D-826')),
  canaryPercent: limit(50, '`canary.percent`: the part of an audience that goes first.', tooBig('D-827')),
  minCanaryMinutes: limit(5, '`canary.observeMinutes`, at least.', {
    code: 'VALIDATION_ERROR',
    sees: '`too_small`',
    rule: 'D-827',
  }),
  canaryMinutes: limit(1_440, '`canary.observeMinutes`.', tooBig('D-827')),
  canaryRatePercent: limit(100, '`canary.maxBounceRate` and `canary.maxComplaintRate`.', tooBig('D-827')),
  campaignPage: limit(10_000_000, '`page` of `GET /campaigns`.', instead('that page', 'D-127')),
} as const;
