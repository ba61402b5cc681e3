/** Why a mail waits although it is due. */
const holdSentences: Record<string, string> = {
  PROJECT_DISABLED: 'The project is disabled. The mail leaves when it is enabled again.',
  PROJECT_PAUSED: 'Sending is paused for this project. The mail leaves when sending resumes.',
  MARKETING_PAUSED: 'Marketing mail is paused for this project. It leaves when marketing resumes.',
  DOMAIN_NOT_VERIFIED: 'The sender domain is not verified. The mail leaves when it is.',
  SIGNING_KEY_UNREADABLE: 'The signing key of the domain cannot be opened with the secret keys of this instance.',
  CAMPAIGN_PAUSED: 'Its campaign is paused. The mail leaves when the campaign resumes.',
  WORKFLOW_PAUSED: 'Its workflow is paused. The mail leaves when the workflow resumes.',
  BILLING_LIMIT: 'The monthly cap is reached. Its campaign waits for the cap.',
};

/** Why a mail was closed without a hand-over, or refused at it. */
const closedSentences: Record<string, string> = {
  UNSUBSCRIBED: 'The contact is not subscribed.',
  SUPPRESSION_BOUNCE: 'The address is on the suppression list: an earlier mail bounced.',
  SUPPRESSION_COMPLAINT: 'The address is on the suppression list: an earlier mail was marked as spam.',
  SUPPRESSION_MANUAL: 'The address is on the suppression list: it was added by hand.',
  RECIPIENT_LIMIT: 'More than 10 mails an hour to this address followed from events sent with the public key.',
  BILLING_LIMIT: 'The monthly cap for workflow mail was reached.',
  REJECTED: 'The receiving server refused it for good.',
  EXPIRED: 'It could not be handed over within 72 hours of being accepted.',
  DOMAIN_REMOVED: 'The sender domain was removed from this project.',
  RENDER_FAILED: 'The rendered mail was too large.',
  POISON: 'Its hand-over failed inside the worker again and again.',
  CONTACT_DELETED: 'The contact was deleted.',
  PROJECT_DELETED: 'The project was deleted.',
  CAMPAIGN_CANCELLED: 'The campaign was cancelled.',
};

export const holdSentence = (reason: string): string =>
  holdSentences[reason] ?? `The mail is held (${reason}). It leaves when the cause is gone.`;

export const closedSentence = (reason: string | null | undefined): string =>
  reason ? (closedSentences[reason] ?? `Recorded reason: ${reason}.`) : 'No reason was recorded.';
