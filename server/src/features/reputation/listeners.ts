import type { ClosedEmail, NoticedEmail } from '#features/emails';
import type { ProjectTx } from '#platform/context';
import { type CountedMail, countMail } from './count-mail.ts';
import type { ReputationCounts } from './stats.ts';

/** Mail handed over counts as sent; mail that a relay refused because of its address counts as a bounce (D-1131). */
export const emailsClosed = (tx: ProjectTx, emails: readonly ClosedEmail[]): Promise<void> =>
  countMail(
    tx,
    emails.flatMap((email) => {
      if (email.status === 'SENT') return countedAs('sent', email);
      return email.isDeadAddress ? countedAs('bounces', email) : [];
    }),
  );

const counts: Partial<Record<NoticedEmail['kind'], keyof ReputationCounts>> = {
  sent: 'sent',
  'permanent-bounce': 'bounces',
  complaint: 'complaints',
};

export const emailsNoticed = (tx: ProjectTx, emails: readonly NoticedEmail[]): Promise<void> =>
  countMail(
    tx,
    emails.flatMap((email) => {
      const of = counts[email.kind];
      return of ? countedAs(of, email) : [];
    }),
  );

/** Test mail never counts. */
const countedAs = (
  of: keyof ReputationCounts,
  { isTest, campaignId, workflowId }: Pick<ClosedEmail, 'isTest' | 'campaignId' | 'workflowId'>,
): CountedMail[] => (isTest ? [] : [{ of, campaignId, workflowId }]);
