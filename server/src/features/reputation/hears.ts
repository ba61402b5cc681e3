import type { ClosedEmail, NoticedEmail } from '#features/emails';
import type { ProjectTx } from '#platform/context';
import type { Counted } from './count-mail.ts';
import { countMail } from './count-mail.ts';
import type { Counts } from './figures.ts';

/** Mail handed over counts as sent; mail that a relay refused because of its address counts as a bounce (D-1131). */
export const emailsClosed = (tx: ProjectTx, news: readonly ClosedEmail[]): Promise<void> =>
  countMail(
    tx,
    news.flatMap((email) => {
      if (email.status === 'SENT') return countedAs('sent', email);
      return email.isDeadAddress ? countedAs('bounces', email) : [];
    }),
  );

const counts: Partial<Record<NoticedEmail['kind'], keyof Counts>> = {
  sent: 'sent',
  'permanent-bounce': 'bounces',
  complaint: 'complaints',
};

export const emailsNoticed = (tx: ProjectTx, news: readonly NoticedEmail[]): Promise<void> =>
  countMail(
    tx,
    news.flatMap((email) => {
      const of = counts[email.kind];
      return of ? countedAs(of, email) : [];
    }),
  );

/** Test mail never counts. */
const countedAs = (
  of: keyof Counts,
  { isTest, campaignId, workflowId }: Pick<ClosedEmail, 'isTest' | 'campaignId' | 'workflowId'>,
): Counted[] => (isTest ? [] : [{ of, campaignId, workflowId }]);
