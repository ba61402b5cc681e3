import { hour, instead, limit, rate, tooBig, tooMany } from './limit.ts';

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
  campaignHoldHours: limit(
    72,
    'How long a campaign is held without a break for a reason outside of it.',
    expires('D-805'),
  ),
  campaignDays: limit(28, 'How long a campaign is sent, from its beginning.', expires('D-804')),
  campaignScheduleDays: limit(731, 'How far ahead `scheduledFor` may lie.', tooBig('D-816')),
  minCampaignDelaySeconds: limit(1, '`delaySeconds` of `POST /campaigns/:id/send`, at least.', {
    code: 'VALIDATION_ERROR',
    sees: '`too_small`',
    rule: 'D-830',
  }),
  campaignDelaySeconds: limit(3_600, '`delaySeconds` of `POST /campaigns/:id/send`.', tooBig('D-830')),
  campaignAcknowledgements: limit(50, '`acknowledged` of `POST /campaigns/:id/send`.', tooBig('D-830')),
  acknowledgedCodeCharacters: limit(100, 'One entry of `acknowledged`.', tooBig('D-830')),
  campaignReasons: limit(200, 'Different reasons that are counted for one campaign.', instead('`other`', 'D-832')),
  campaignReasonsListed: limit(50, '`reasons` of `GET /campaigns/:id/stats`.', instead('`other`', 'D-832')),
  campaignLinks: limit(100, '`links` of `GET /campaigns/:id/stats`.', instead('the first of the body', 'D-832')),
  recipientsLookedAt: limit(
    20_000,
    'Mails that one page of `GET /campaigns/:id/recipients` looks at.',
    instead('a short page with a cursor', 'D-822'),
  ),
  recipientsPerPart: limit(
    2_000,
    'Rows that are read at once for `recipients.csv`.',
    instead('the next part', 'D-822'),
  ),
  campaignTests: rate({ max: 100, windowSeconds: hour }, 'Test mails of one campaign.', tooMany('campaign', 'D-820')),
  preflightVariables: limit(
    100,
    'Variables of a text that a preflight looks for in the audience.',
    instead('a note that the others were not checked', 'D-834'),
  ),
  preflightFindingsPerCode: limit(
    20,
    'Links and images of one code in a preflight.',
    instead('the first are listed', 'D-823'),
  ),
  preflightSample: limit(5, 'Contacts named in a finding.', instead('the first are listed', 'D-823')),
  preflightMilliseconds: limit(
    5_000,
    'How long a preflight works within its request.',
    instead('`complete: false`; the audience is counted in the background', 'D-834'),
  ),
  preflightBackgroundSeconds: limit(
    120,
    'How long an audience is counted in the background.',
    instead('a note that it was not counted', 'D-834'),
  ),
  preflightFiguresSeconds: limit(
    30,
    'How long the figures of an audience are used again.',
    instead('it is counted again', 'D-834'),
  ),
  preflightBackgroundFiguresSeconds: limit(
    600,
    'The same for figures that needed the background, so that a caller who asks again later finds them.',
    instead('it is counted again', 'D-834'),
  ),
  campaignPage: limit(10_000_000, '`page` of `GET /campaigns`.', instead('that page', 'D-127')),
} as const;

function expires(rule: string) {
  return instead('what has not left is FAILED, `EXPIRED`', rule);
}
