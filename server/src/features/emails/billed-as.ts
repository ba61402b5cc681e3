import type { Category } from '#features/billing';
import type { EmailSource } from './email.ts';

interface BilledMail {
  readonly sourceType: EmailSource;
  readonly isTest: boolean;
}

const categories: Record<EmailSource, Category> = {
  TRANSACTIONAL: 'transactional',
  CAMPAIGN: 'campaigns',
  WORKFLOW: 'workflows',
};

/** How mails are billed that were handed over; test mail is not (D-1144). */
export const billedAs = (mails: readonly BilledMail[]): Category[] =>
  mails.filter(({ isTest }) => !isTest).map(({ sourceType }) => categories[sourceType]);
