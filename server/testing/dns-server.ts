import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import DNS from 'dns2';

type Type = 'TXT' | 'MX' | 'CNAME' | 'A' | 'AAAA' | 'NS';

/** How the server replies for a name. A TXT value may be given in parts; an MX value is `10 mail.example`. */
export type DnsBehaviour =
  | readonly (string | readonly string[])[]
  /** Other ways a server may behave; `nothing`: the name exists, but has no record of the type. */
  | 'SERVFAIL'
  | 'REFUSED'
  | 'NXDOMAIN'
  | 'nothing'
  | 'silence'
  | 'nonsense';

export interface TestDns {
  /** For the setting DNS_RESOLVERS. */
  readonly address: string;
  set(name: string, type: Type, behaviour: DnsBehaviour): void;
  /** The same for the next query alone; later ones get what `set` was given. */
  setOnce(name: string, type: Type, behaviour: DnsBehaviour): void;
  /** Removes a name; unknown names do not exist. */
  remove(name: string, type?: Type): void;
  /** The reply to every query while it is set, whatever the zone contains. */
  failing: DnsBehaviour | null;
  ttlSeconds: number;
  /** The delay of every reply. */
  delayMs: number;
  /** How often a name was queried, over any type and transport. */
  asked(name: string): number;
  /** How many queries came over TCP. */
  readonly overTcp: number;
  close(): Promise<void>;
}

const nonsense = Buffer.from('no message of the protocol at all');

/** A name server inside the test, on UDP and TCP of one port. */
export async function startDns(): Promise<TestDns> {
  const records = new Map<string, DnsBehaviour>();
  const once = new Map<string, DnsBehaviour>();
  const counts = new Map<string, number>();
  let overTcp = 0;

  const server = DNS.createServer({
    udp: true,
    tcp: true,
    handle(request, send, client) {
      const [question] = request.questions;
      if (!question) return;
      const name = question.name.toLowerCase();
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (!('size' in client)) overTcp += 1; // UDP clients have a size
      const type = DNS.Packet.typeName(question.type);
      const next = once.get(`${name} ${type}`);
      once.delete(`${name} ${type}`);
      const aliases = type === 'A' || type === 'AAAA' ? aliasesOf(records, name) : [];
      const behaviour = zone.failing ?? next ?? answerTo(records, aliases.at(-1) ?? name, type);
      if (behaviour === 'silence') return;
      const reply = behaviour === 'nonsense' ? nonsense : responseTo(request, behaviour, aliases, zone.ttlSeconds);
      const respond = (): void => {
        Promise.resolve(send(reply as never)).catch(() => {}); // the client may be gone; bytes are sent as they are
      };
      if (zone.delayMs > 0) setTimeout(respond, zone.delayMs).unref();
      else respond();
    },
  });
  const port = await listen(server);
  const zone: TestDns = {
    address: `127.0.0.1:${port}`,
    failing: null,
    ttlSeconds: 300,
    delayMs: 0,
    set: (name, type, behaviour) => void records.set(`${name.toLowerCase()} ${type}`, behaviour),
    setOnce: (name, type, behaviour) => void once.set(`${name.toLowerCase()} ${type}`, behaviour),
    remove(name, type) {
      for (const key of records.keys()) {
        if (key === `${name.toLowerCase()} ${type}` || (!type && key.startsWith(`${name.toLowerCase()} `)))
          records.delete(key);
      }
    },
    asked: (name) => counts.get(name.toLowerCase()) ?? 0,
    get overTcp() {
      return overTcp;
    },
    close: () => server.close(),
  };
  return zone;
}

function answerTo(records: ReadonlyMap<string, DnsBehaviour>, name: string, type: string): DnsBehaviour {
  const own = records.get(`${name} ${type}`);
  if (own) return own;
  return [...records.keys()].some((key) => key.startsWith(`${name} `)) ? 'nothing' : 'NXDOMAIN';
}

/** The names behind a name, one after the other, as a resolver follows them for a query of addresses. */
function aliasesOf(records: ReadonlyMap<string, DnsBehaviour>, name: string): string[] {
  const names: string[] = [];
  for (let at = name; names.length < 8; ) {
    const target = records.get(`${at} CNAME`)?.[0];
    if (typeof target !== 'string' || target.length === 1) return names; // no alias, or a behaviour that is one word
    names.push(target.toLowerCase());
    at = target.toLowerCase();
  }
  return names;
}

function responseTo(
  request: DNS.Packet,
  behaviour: Exclude<DnsBehaviour, 'silence' | 'nonsense'>,
  aliases: readonly string[],
  ttl: number,
): DNS.Packet {
  const response = DNS.Packet.createResponseFromRequest(request);
  const [question] = request.questions;
  if (typeof behaviour === 'string') {
    response.header.rcode = behaviour === 'nothing' ? 0 : DNS.Packet.RCODE[behaviour];
    return response;
  }
  if (!question) return response;
  const { type } = question;
  for (const [index, domain] of aliases.entries()) {
    const owner = aliases[index - 1] ?? question.name;
    response.answers.push({ name: owner, type: DNS.Packet.TYPE.CNAME, class: 1, ttl, domain } as never); // a CNAME has a domain
  }
  const name = aliases.at(-1) ?? question.name;
  for (const value of behaviour) {
    response.answers.push({ name, type, class: 1, ttl, ...dataOf(DNS.Packet.typeName(type), value) } as never); // by type
  }
  return response;
}

function dataOf(type: string, value: string | readonly string[]): object {
  if (type === 'TXT') return { data: Array.isArray(value) ? value : [value] };
  const text = String(value);
  if (type === 'CNAME') return { domain: text };
  if (type === 'NS') return { ns: text };
  if (type !== 'MX') return { address: text };
  const [priority, exchange] = text.split(' ');
  return { priority: Number(priority), exchange };
}

/** One port for UDP and TCP. Limit: another process may take it in between. */
async function listen(server: ReturnType<typeof DNS.createServer>): Promise<number> {
  const probe = createTcpServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const at = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof at !== 'object' || at === null) throw new Error('no free port');
  const endpoint = { port: at.port, address: '127.0.0.1' };
  await server.listen({ udp: endpoint, tcp: endpoint });
  return at.port;
}
