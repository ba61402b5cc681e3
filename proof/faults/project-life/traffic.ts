import type { Reply } from '../../../server/testing/client.ts';
import { bearer } from '../../../server/testing/client.ts';
import type { SignedUpProject } from '../../instance/sign-up.ts';
import { sleep } from '../fault-run.ts';
import { trySend } from '../requests.ts';

export interface Traffic {
  /** Ends the callers; returns how often each status came, by the moment: before or after `mark` was called. */
  stop(): Promise<{ before: Record<string, number>; after: Record<string, number> }>;
  mark(): void;
}

const callers = 4;
/** So that the rate limit of a project is not reached. */
const pauseSeconds = 0.4;

/** Tracks events and sends mail until it is stopped, over two processes in turn. */
export function startTraffic(urls: readonly [string, string], project: SignedUpProject): Traffic {
  const counts = { before: {} as Record<string, number>, after: {} as Record<string, number> };
  let phase: keyof typeof counts = 'before';
  let isOver = false;
  let turn = 0;

  const count = (when: keyof typeof counts, reply: Reply | null): void => {
    const word = reply ? `${reply.status}${reply.status > 299 ? ` ${reply.body?.error?.code}` : ''}` : 'broken';
    counts[when][word] = (counts[when][word] ?? 0) + 1;
  };

  async function caller(number: number): Promise<void> {
    while (!isOver) {
      turn += 1;
      const url = urls[turn % 2] ?? urls[0];
      const email = `visitor-${number}-${turn}@example.com`;
      const sent = phase;
      const call =
        turn % 3 === 0
          ? {
              path: '/v1/send',
              headers: bearer(project.secretKey),
              body: { to: email, subject: `Mail ${turn}`, body: '<p>Hello</p>', from: 'hello@postrider.test' },
            }
          : { path: '/v1/track', headers: bearer(project.publicKey), body: { email, event: 'visit' } };
      count(sent, await trySend(url, { method: 'POST', ...call }));
      await sleep(pauseSeconds);
    }
  }

  const running = Array.from({ length: callers }, (_, number) => caller(number));
  return {
    mark() {
      phase = 'after';
    },
    async stop() {
      isOver = true;
      await Promise.all(running);
      return counts;
    },
  };
}
