import type { EmailId, Notice } from '../src/features/emails/index.ts';
import type { MailWish } from './given-mail.ts';
import type { NoticeYard, Word } from './notice-yard.ts';
import { noticeYard } from './notice-yard.ts';

/** What is said of a mail, and counts for or against its sender. */
export const words = {
  send: { kind: 'send', at: new Date() },
  bounce: { kind: 'bounce', at: new Date(), bounceType: 'Permanent', isAboutAddress: true, diagnostic: null },
  transient: { kind: 'bounce', at: new Date(), bounceType: 'Transient', isAboutAddress: false, diagnostic: null },
  complaint: { kind: 'complaint', at: new Date(), feedbackType: 'abuse' },
} as const satisfies Record<string, Word>;

export const about = (ids: readonly EmailId[], word: Word): Notice[] =>
  ids.map((emailId) => ({ ...word, emailId }) as Notice); // a word with its id

export interface ReputationYard extends NoticeYard {
  /** Mails that were handed over, and count: they are given as under way, and a notice says that they were sent. */
  sent(count: number, wish?: MailWish): Promise<EmailId[]>;
  /** What `GET /projects/:id/security` answers its owner. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at every part of it
  security(): Promise<any>;
  /** The half minute before the team is told passes. */
  tellTeam(): Promise<void>;
}

/** A project that has existed for so many days. */
export async function reputationYard(days = 100): Promise<ReputationYard> {
  const yard = await noticeYard();
  const { app, client, project } = yard;
  await client.query(`update projects set created_at = now() - $1 * interval '1 day'`, [days]);
  return {
    ...yard,
    async sent(count, wish = {}) {
      const ids = await yard.mails(count, 'unknown', wish);
      await yard.apply(...about(ids, words.send));
      return ids;
    },
    security: async () => (await project.owner.client.get(`/projects/${project.id}/security`)).body,
    async tellTeam() {
      await app.settle();
      await client.query(`update queue.job set start_after = now() where state = 'created'`);
      await app.settle();
    },
  };
}
