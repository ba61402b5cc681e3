import { randomUUIDv7 } from 'node:crypto';
import { submit } from '../../../server/testing/submission-setup.ts';
import { until } from '../../../server/testing/until.ts';
import type { Sender } from '../delivery/senders.ts';
import { sleep } from '../fault-run.ts';

/** A mail as its program sees it. Its subject identifies it. */
export interface SubmittedMail {
  readonly subject: string;
  /** Sent again until it gets a 250. One without a key is sent once: a repeat could be a second mail. */
  readonly hasKey: boolean;
  tries: number;
  isAccepted: boolean;
  /** A reply that must not occur. */
  wrong: string | null;
}

export interface Programs {
  readonly mails: readonly SubmittedMail[];
  /** Stops new mail, and waits until each one with a key is accepted: a key is free again a minute after its process died. */
  finish(): Promise<void>;
}

const pauseSeconds = 0.1;

/** `port` names the listener that a program connects to next; null while none is there. */
export function startPrograms(senders: readonly Sender[], port: () => number | null): Programs {
  const mails: SubmittedMail[] = [];
  const repeats: Promise<void>[] = [];
  let isStopping = false;
  const loops = senders.map(async (sender) => {
    for (let count = 0; !isStopping; count += 1) {
      await until(() => port() !== null || isStopping);
      const mail = { subject: randomUUIDv7(), hasKey: count % 4 !== 3, tries: 0, isAccepted: false, wrong: null };
      mails.push(mail);
      await submitOnce(sender, mail, port);
      // Why not waited for: a key whose process died is free after a minute, and meanwhile the program has other mail.
      if (mail.hasKey) repeats.push(repeatUntilAccepted(sender, mail, port));
      await sleep(pauseSeconds);
    }
  });
  return {
    mails,
    async finish() {
      isStopping = true;
      await Promise.all(loops);
      await Promise.all(repeats);
    },
  };
}

async function repeatUntilAccepted(sender: Sender, mail: SubmittedMail, port: () => number | null): Promise<void> {
  while (!mail.isAccepted && mail.wrong === null) {
    await sleep(Math.min(10, mail.tries));
    await submitOnce(sender, mail, port);
  }
}

async function submitOnce({ project, from }: Sender, mail: SubmittedMail, port: () => number | null): Promise<void> {
  const [at, to] = [port(), `${mail.subject}@example.com`];
  mail.tries += 1;
  if (at === null) return;
  const headers = mail.hasKey ? { 'X-Postrider-Idempotency-Key': mail.subject } : {};
  const { code, text } = await submit(
    { port: at, key: project.secretKey, secure: true },
    { from, to, subject: mail.subject, html: '<p>Hello</p>', headers },
  );
  if (code === 250) mail.isAccepted = true;
  else if (code >= 500) mail.wrong = text;
}
