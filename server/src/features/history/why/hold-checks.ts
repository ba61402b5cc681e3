import { checkOf, type WhyCheck } from './why.ts';

/** Why mail waits that could otherwise leave, as a sentence. A reason that this version does not know is shown as it is. */
const holdText = (reason: string): string => texts[reason] ?? `Held: ${reason}`;

const texts: Readonly<Record<string, string>> = {
  PROJECT_DISABLED: 'The project is disabled',
  PROJECT_PAUSED: 'All mail of the project is paused',
  MARKETING_PAUSED: 'Marketing mail of the project is paused',
  CAMPAIGN_PAUSED: 'The campaign is paused',
  WORKFLOW_PAUSED: 'The workflow is paused',
  DOMAIN_NOT_VERIFIED: 'The domain of the sender is not verified',
  SIGNING_KEY_UNREADABLE: 'The key that signs mail of this domain cannot be read',
};

const billingLimit = 'BILLING_LIMIT';

/** Whether mail is held, with the reason that is stored; null: nothing holds it. A cap that holds it has a check of its own. */
export const pauseCheck = (holdReason: string | null, otherwise: string): WhyCheck =>
  holdReason === null || holdReason === billingLimit
    ? checkOf('pause', 'pass', otherwise)
    : checkOf('pause', 'fail', holdText(holdReason), { actual: holdReason });

/** Whether a number of mails that may be sent was reached: what holds the mail, and what has ended it. */
export function capCheck({ holdReason, reason }: { holdReason: string | null; reason: string | null }): WhyCheck {
  const of = (actual: string, message: string) => checkOf('cap', 'fail', message, { actual });
  if (holdReason === billingLimit) return of(billingLimit, 'The mail waits: the cap of the billing period is reached');
  if (reason === billingLimit) return of(billingLimit, 'The cap of the billing period was reached');
  if (reason === 'RECIPIENT_LIMIT')
    return of(
      'RECIPIENT_LIMIT',
      'The address had got as many mails within an hour as calls with the public key may cause',
    );
  return checkOf('cap', 'pass', 'No cap was reached');
}
