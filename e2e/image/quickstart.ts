import { browserAt } from '@postrider/server/testing/browser';
import { bearer, clientOf } from '@postrider/server/testing/client';

export interface FirstMail {
  readonly signedUp: number;
  readonly sent: number;
  /** The subject of the mail that the inbox has. */
  readonly subject: string | null;
}

/** The way of `docs/guides/first-mail.md`: the owner's link, one form, the call that Home shows, the dev inbox. */
export async function firstMail(url: string, link: string): Promise<FirstMail> {
  const signUp = await browserAt(url).post('/auth/signup', {
    email: 'ada@example.com',
    password: 'a long enough password',
    token: link.split('token=')[1],
    projectName: 'My project',
    timezone: 'Europe/Berlin',
  });
  const client = clientOf(url, bearer(signUp.body?.project?.secret));
  const mail = {
    to: 'ada@example.com',
    from: 'hello@postrider.test',
    subject: 'Hello {{name ?? "there"}}',
    body: '<p>It works.</p>',
  };
  const sent = await client.post('/v1/send', mail);
  const received = await client.get('/inbox/wait?to=ada@example.com&timeout=30');
  return { signedUp: signUp.status, sent: sent.status, subject: received.body?.subject ?? null };
}

/** The link for the first owner in what a start has printed. */
export const ownerLinkIn = (text: string): string => /http\S+token=\S+/.exec(text)?.[0] ?? '';
