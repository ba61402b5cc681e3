/** Why mail waits that could otherwise leave, as a sentence. A reason that this version does not know is shown as it is. */
export const holdText = (reason: string): string => texts[reason] ?? `Held: ${reason}`;

const texts: Readonly<Record<string, string>> = {
  PROJECT_DISABLED: 'The project is disabled',
  PROJECT_PAUSED: 'All mail of the project is paused',
  MARKETING_PAUSED: 'Marketing mail of the project is paused',
  CAMPAIGN_PAUSED: 'The campaign is paused',
  WORKFLOW_PAUSED: 'The workflow is paused',
  BILLING_LIMIT: 'The limit of the billing period is reached',
  DOMAIN_NOT_VERIFIED: 'The domain of the sender is not verified',
  SIGNING_KEY_UNREADABLE: 'The key that signs mail of this domain cannot be read',
};
