import { Resolver } from 'node:dns/promises';
import type { DnsAnswer } from './answer.ts';
import { answerOf, unanswered } from './answer.ts';
import type { QueueOf } from './queue-of.ts';
import { askTtl } from './ttl.ts';

export interface MailHost {
  readonly host: string;
  readonly priority: number;
}

export type TtlType = 'TXT' | 'MX' | 'CNAME';

/** One name server. Never throws: what cannot be known is an answer too. Asks for absolute names, search lists do not apply. */
export interface DnsResolver {
  readonly server: string;
  /** Texts, the parts of each joined. */
  txt(name: string, signal?: AbortSignal): Promise<DnsAnswer<string>>;
  mx(name: string, signal?: AbortSignal): Promise<DnsAnswer<MailHost>>;
  cname(name: string, signal?: AbortSignal): Promise<DnsAnswer<string>>;
  /** Name servers of a domain that is delegated. */
  ns(name: string, signal?: AbortSignal): Promise<DnsAnswer<string>>;
  /** IPv4 and IPv6 addresses together. */
  addresses(name: string, signal?: AbortSignal): Promise<DnsAnswer<string>>;
  /** For how many more seconds this server may repeat its answer; null when it does not say. */
  ttl(name: string, type: TtlType, signal?: AbortSignal): Promise<number | null>;
}

const timeoutMs = 2_000;
const tries = 2;
/** A name that holds more is not looked at: nobody needs it, and answers of a stranger must stay small. */
const mostCharacters = 4_096;

export function resolverAt(server: string, queue: QueueOf): DnsResolver {
  // Why one try: the library would wait twice as long the second time. We repeat ourselves.
  const client = new Resolver({ timeout: timeoutMs, tries: 1 });
  client.setServers([server]);

  const ask = async <T>(
    look: () => Promise<T[]>,
    sizeOf: (value: T) => number,
    signal?: AbortSignal,
  ): Promise<DnsAnswer<T>> => {
    try {
      const values = await untilAborted(
        queue(() => repeated(look), signal),
        signal,
      );
      if (values.length === 0) return { kind: 'absent' };
      const size = values.reduce((sum, value) => sum + sizeOf(value), 0);
      return size > mostCharacters ? unanswered('too large') : { kind: 'found', values };
    } catch (error) {
      return signal?.aborted ? unanswered('out of time') : answerOf(error);
    }
  };
  const lengthOf = (value: string): number => value.length;

  return {
    server,
    txt: (name, signal) =>
      ask(async () => (await client.resolveTxt(name)).map((parts) => parts.join('')), lengthOf, signal),
    mx: (name, signal) =>
      ask(
        async () => (await client.resolveMx(name)).map(({ exchange, priority }) => ({ host: exchange, priority })),
        ({ host }) => host.length,
        signal,
      ),
    cname: (name, signal) => ask(() => client.resolveCname(name), lengthOf, signal),
    ns: (name, signal) => ask(() => client.resolveNs(name), lengthOf, signal),
    async addresses(name, signal) {
      const [four, six] = await Promise.all([
        ask(() => client.resolve4(name), lengthOf, signal),
        ask(() => client.resolve6(name), lengthOf, signal),
      ]);
      const values = [four, six].flatMap((answer) => (answer.kind === 'found' ? answer.values : []));
      if (values.length > 0) return { kind: 'found', values };
      return four.kind === 'unanswered' ? four : six;
    },
    ttl: (name, type, signal) => queue(() => askTtl(server, name, type, timeoutMs), signal).catch((): null => null),
  };
}

async function repeated<T>(look: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await look();
    } catch (error) {
      if (attempt >= tries || (error as { code?: unknown }).code !== 'ETIMEOUT') throw error; // DNS errors carry one
    }
  }
}

/** The look-up itself cannot be called back; it ends by itself a moment later and nobody listens. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('out of time'));
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
