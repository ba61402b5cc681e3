import { z } from 'zod';
import { Instant, instantOrNull } from '#platform/http';
import type { SetupState } from './load-setup-state.ts';

export const SetupStateReply = z
  .object({
    hasSubscription: z.boolean(),
    hasVerifiedDomain: z.boolean(),
    contactCount: z.int(),
    lastCampaignSentAt: Instant.nullable(),
    hasEnabledWorkflow: z.boolean(),
    mode: z.enum(['test', 'live']),
    keysUsed: z.boolean(),
    hasSentEmail: z.boolean(),
    hasDomain: z.boolean(),
    hasProvider: z.boolean(),
    hasTrackedEvent: z.boolean(),
  })
  .meta({ id: 'SetupState' });

export const toSetupStateReply = ({ lastCampaignSentAt, ...state }: SetupState): z.output<typeof SetupStateReply> => ({
  ...state,
  lastCampaignSentAt: instantOrNull(lastCampaignSentAt),
});
