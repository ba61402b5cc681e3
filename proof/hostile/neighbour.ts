import { setTimeout as delay } from 'node:timers/promises';

/** Somebody else who uses the instance meanwhile: asks whether it is there, and sends mail. */
export interface Neighbour {
  /** The longest wait since this was last asked, one that still lasts included. */
  longestWaitMs(): number;
  readonly failures: readonly string[];
  stop(): Promise<void>;
}

export function startNeighbour(url: string, secretKey: string): Neighbour {
  const failures: string[] = [];
  const under = new Map<number, number>();
  let longest = 0;
  let isOver = false;
  let calls = 0;

  async function call(name: string, ask: () => Promise<Response>): Promise<void> {
    const id = calls++;
    under.set(id, performance.now());
    try {
      const response = await ask();
      await response.arrayBuffer();
      if (!response.ok) failures.push(`${name}: ${response.status}`);
    } catch (error) {
      if (!isOver) failures.push(`${name}: ${String(error)}`);
    }
    longest = Math.max(longest, performance.now() - (under.get(id) ?? 0));
    under.delete(id);
  }

  const health = () => fetch(`${url}/health`);
  const mail = () =>
    fetch(`${url}/v1/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        to: `person-${calls % 50}@example.com`,
        subject: 'Your receipt',
        body: '<p>Thank you, {{email}}.</p>',
        from: 'hello@postrider.test',
      }),
    });
  const repeat = async (everyMs: number, name: string, ask: () => Promise<Response>): Promise<void> => {
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
      const told = Math.max(longest, ...[...under.values()].map((since) => now - since));
      longest = 0;
      return told;
    },
    async stop() {
      isOver = true;
      await running;
    },
  };
}
