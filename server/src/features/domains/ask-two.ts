import type { Dns, DnsAnswer, DnsResolver } from '#platform/dns';

type Look<T> = (resolver: DnsResolver) => Promise<DnsAnswer<T>>;

const patienceMs = 300;

/**
 * Asks one name server, and a second one when the first does not settle the matter or takes its time (D-708). So a
 * record that is in order costs one question, and a dead server costs a moment and not a time-out. Which of them comes
 * first is left to chance: both are used, and neither decides alone that something is gone.
 */
export async function askTwo<T>(
  { resolvers }: Dns,
  look: Look<T>,
  settles: (answer: DnsAnswer<T>) => boolean,
): Promise<readonly DnsAnswer<T>[]> {
  const start = Math.floor(Math.random() * resolvers.length);
  const first = resolvers[start];
  const second = resolvers.length > 1 ? resolvers[(start + 1) % resolvers.length] : undefined;
  if (!first) return [{ kind: 'unanswered', reason: 'no name server' }];

  const early = look(first);
  if (!second) return [await early];
  const quick = await orNullAfter(early, patienceMs);
  if (quick && settles(quick)) return [quick];
  return firstThatSettles([early, look(second)], settles);
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
