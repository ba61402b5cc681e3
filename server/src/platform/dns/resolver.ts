import { Resolver } from 'node:dns/promises';
import { reverseNameOf } from '#pure/ip-addresses';
import { answerOf, type DnsAnswer, unanswered } from './answer.ts';
import { askTtl, type TtlType } from './ttl.ts';

export interface MailHost {
  readonly host: string;
  readonly priority: number;
}

/** One name server. Never throws: failures are returned as `unanswered`. Names are absolute, search lists do not apply. */
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
  /** The names of an address. */
  reverse(address: string, signal?: AbortSignal): Promise<DnsAnswer<string>>;
  /** For how many more seconds this server may repeat its answer; null when unknown. */
  ttl(name: string, type: TtlType, signal?: AbortSignal): Promise<number | null>;
}

const timeoutMs = 2_000;
/** Larger answers are ignored: none is needed, and untrusted data must stay small. */
const maxCharacters = 4_096;

/** Starts work when a slot is free. Work whose signal is aborted never starts. */
type LookUpQueue = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

export function resolverAt(server: string, sharedClient: Resolver, queue: LookUpQueue): DnsResolver {
  const ask = async <T>(
    look: (client: Resolver) => Promise<T[]>,
    sizeOf: (value: T) => number,
    signal?: AbortSignal,
  ): Promise<DnsAnswer<T>> => {
    try {
      const values = await untilAborted(
        queue(() => twice(server, sharedClient, look), signal),
        signal,
      );
      if (values.length === 0) return { kind: 'absent' };
      const size = values.reduce((sum, value) => sum + sizeOf(value), 0);
      return size > maxCharacters ? unanswered('too large') : { kind: 'found', values };
    } catch (error) {
      return signal?.aborted ? unanswered('out of time') : answerOf(error);
    }
  };
  const lengthOf = (value: string): number => value.length;

  return {
    server,
    txt: (name, signal) =>
      ask(async (client) => (await client.resolveTxt(name)).map((parts) => parts.join('')), lengthOf, signal),
    mx: (name, signal) =>
      ask(
        async (client) =>
          (await client.resolveMx(name)).map(({ exchange, priority }) => ({ host: exchange, priority })),
        ({ host }) => host.length,
        signal,
      ),
    cname: (name, signal) => ask((client) => client.resolveCname(name), lengthOf, signal),
    ns: (name, signal) => ask((client) => client.resolveNs(name), lengthOf, signal),
    async addresses(name, signal) {
      const [four, six] = await Promise.all([
        ask((client) => client.resolve4(name), lengthOf, signal),
        ask((client) => client.resolve6(name), lengthOf, signal),
      ]);
      const values = [four, six].flatMap((answer) => (answer.kind === 'found' ? answer.values : []));
      if (values.length > 0) return { kind: 'found', values };
      return four.kind === 'unanswered' ? four : six;
    },
    // Why not the library's own: it takes a refusal for the absence of a name, and looks into the hosts file first.
    reverse: (address, signal) => {
      const name = reverseNameOf(address);
      return name === null
        ? Promise.resolve({ kind: 'absent' })
        : ask((client) => client.resolvePtr(name), lengthOf, signal);
    },
    ttl: (name, type, signal) => queue(() => askTtl(server, name, type, timeoutMs), signal).catch((): null => null),
  };
}

/** Why one try: the library would wait twice as long the second time. The repeat is ours. */
export function clientOf(server: string): Resolver {
  const client = new Resolver({ timeout: timeoutMs, tries: 1 });
  client.setServers([server]);
  return client;
}

/**
 * Why a new client the second time: a used one waits only a few times as long as the server's answers usually take, and a
 * name that is not in the server's cache takes longer. A new client waits the full time.
 */
async function twice<T>(server: string, sharedClient: Resolver, look: (client: Resolver) => Promise<T>): Promise<T> {
  try {
    return await look(sharedClient);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ETIMEOUT') throw error; // DNS errors carry one
    return look(clientOf(server));
  }
}

/** The look-up itself cannot be cancelled; it ends a moment later and its result is ignored. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('out of time'));
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
