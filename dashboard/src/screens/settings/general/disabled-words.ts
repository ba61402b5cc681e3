import type { DisabledReason } from '../../../api/project-settings.ts';

/** Why a project is disabled, within a sentence. */
export const disabledWords: Readonly<Record<DisabledReason, string>> = {
  PAYMENT_FAILED: 'a payment failed',
  EMAIL_REPUTATION: 'its mail bounced or was reported as spam too often',
  PHISHING_DETECTED: 'its mail was found to be phishing',
  CARD_VERIFICATION_FAILED: 'the card could not be verified',
  MANUAL: 'an administrator of the instance decided so',
};
