import type { Dns, DnsAnswer, DnsResolver } from '#platform/dns';

export interface LookupOptions {
  readonly dns: Dns;
  readonly domain: string;
  /** When it aborts, open look-ups count as unanswered. */
  readonly signal: AbortSignal;
  /** Also look for common mistakes: worth it for a person who waits, not for every domain every five minutes. */
  readonly isThorough: boolean;
}

type Lookup<T> = (resolver: DnsResolver) => Promise<DnsAnswer<T>>;

const maxWaitMs = 300;

/**
 * Queries one name server, and a second one when the first answer does not settle the matter or is slow (D-708). So a
 * record that is in order costs one query, and a dead server costs a moment and not a time-out. The first one is chosen
 * at random: both are used, and neither decides alone that a record is gone.
 */
export async function queryResolvers<T>(
  { resolvers }: Dns,
  lookUp: Lookup<T>,
  settles: (answer: DnsAnswer<T>) => boolean,
): Promise<readonly DnsAnswer<T>[]> {
  const start = Math.floor(Math.random() * resolvers.length);
  const first = resolvers[start];
  const second = resolvers.length > 1 ? resolvers[(start + 1) % resolvers.length] : undefined;
  if (!first) return [{ kind: 'unanswered', reason: 'no name server' }];

  const firstAnswer = lookUp(first);
  if (!second) return [await firstAnswer];
  const quickAnswer = await orNullAfter(firstAnswer, maxWaitMs);
  if (quickAnswer && settles(quickAnswer)) return [quickAnswer];
  return firstThatSettles([firstAnswer, lookUp(second)], settles);
}

async function orNullAfter<T>(work: Promise<T>, milliseconds: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, milliseconds, null);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The first answer that settles it, or all of them. */
async function firstThatSettles<T>(
  answers: readonly Promise<DnsAnswer<T>>[],
  settles: (answer: DnsAnswer<T>) => boolean,
): Promise<readonly DnsAnswer<T>[]> {
  const all = Promise.all(answers);
  const settling = answers.map(async (answer) => {
    const given = await answer;
    return settles(given) ? [given] : all;
  });
  return Promise.race(settling);
}
