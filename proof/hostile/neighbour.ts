import { setTimeout as delay } from 'node:timers/promises';
import { bearer, clientOf, type Reply } from '../../server/testing/client.ts';

/** Another tenant that uses the instance meanwhile: requests `/health` and sends mail. */
export interface Neighbour {
  /** The longest wait since the last call, including one that still lasts. */
  longestWaitMs(): number;
  readonly failures: readonly string[];
  stop(): Promise<void>;
}

export function startNeighbour(url: string, secretKey: string): Neighbour {
  const failures: string[] = [];
  const pending = new Map<number, number>();
  let longest = 0;
  let isOver = false;
  let calls = 0;

  async function call(name: string, ask: () => Promise<Reply>): Promise<void> {
    const id = calls++;
    pending.set(id, performance.now());
    try {
      const { status } = await ask();
      if (status > 299) failures.push(`${name}: ${status}`);
    } catch (error) {
      if (!isOver) failures.push(`${name}: ${String(error)}`);
    }
    longest = Math.max(longest, performance.now() - (pending.get(id) ?? 0));
    pending.delete(id);
  }

  const client = clientOf(url);
  const health = () => client.get('/health');
  const mail = () =>
    client.with(bearer(secretKey)).post('/v1/send', {
      to: `person-${calls % 50}@example.com`,
      subject: 'Your receipt',
      body: '<p>Thank you, {{email}}.</p>',
      from: 'hello@postrider.test',
    });
  const repeat = async (everyMs: number, name: string, ask: () => Promise<Reply>): Promise<void> => {
    while (!isOver) {
      await call(name, ask);
      await delay(everyMs);
    }
  };
  const running = Promise.all([repeat(10, '/health', health), repeat(100, '/v1/send', mail)]);
  return {
    failures,
    longestWaitMs() {
      const now = performance.now();
      const longestMs = Math.max(longest, ...[...pending.values()].map((since) => now - since));
      longest = 0;
      return longestMs;
    },
    async stop() {
      isOver = true;
      await running;
    },
  };
}
