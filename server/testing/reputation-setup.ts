import type { EmailId, Notice } from '../src/features/emails/index.ts';
import type { MailInput } from './given-mail.ts';
import { type NoticeContent, type NoticeSetup, noticeSetup } from './notice-setup.ts';

/** Notices about a mail that count for the reputation of its sender, without the email id. */
export const noticeContents = {
  send: { kind: 'send', at: new Date() },
  bounce: { kind: 'bounce', at: new Date(), bounceType: 'Permanent', isAboutAddress: true, diagnostic: null },
  transient: { kind: 'bounce', at: new Date(), bounceType: 'Transient', isAboutAddress: false, diagnostic: null },
  complaint: { kind: 'complaint', at: new Date(), feedbackType: 'abuse' },
} as const satisfies Record<string, NoticeContent>;

export const noticesFor = (ids: readonly EmailId[], content: NoticeContent): Notice[] =>
  ids.map((emailId) => ({ ...content, emailId }) as Notice); // a content with its id

export interface ReputationSetup extends Omit<NoticeSetup, 'sent'> {
  /** Mails that were sent, and count: they are created as under way, and a notice confirms that they were sent. */
  sent(count: number, input?: MailInput): Promise<EmailId[]>;
  /** The reply of `GET /projects/:id/security` to its owner. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at every part of it
  security(): Promise<any>;
  /** Runs the task that notifies the team, without its delay of half a minute. */
  notifyTeam(): Promise<void>;
}

/** A project that was created that many days ago. */
export async function reputationSetup(days = 100): Promise<ReputationSetup> {
  const setup = await noticeSetup();
  const { app, client, project } = setup;
  await client.query(`update projects set created_at = now() - $1 * interval '1 day'`, [days]);
  return {
    ...setup,
    async sent(count, input = {}) {
      const ids = await setup.mails(count, 'unknown', input);
      await setup.apply(...noticesFor(ids, noticeContents.send));
      return ids;
    },
    security: async () => (await project.owner.client.get(`/projects/${project.id}/security`)).body,
    async notifyTeam() {
      await app.settle();
      await client.query(`update queue.job set start_after = now() where state = 'created'`);
      await app.settle();
    },
  };
}
