import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import DNS from 'dns2';

type Type = 'TXT' | 'MX' | 'CNAME' | 'A' | 'AAAA' | 'NS';

/** What a name answers. A TXT value may be given in parts; an MX value is `10 mail.example`. */
export type Answering =
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
  set(name: string, type: Type, answering: Answering): void;
  /** Takes a name out again; unknown names do not exist. */
  remove(name: string, type?: Type): void;
  /** What every question gets while it is set, whatever the zone holds. */
  failing: Answering | null;
  ttlSeconds: number;
  /** How long every answer takes. */
  delayMs: number;
  /** How often a name was asked for, over any type and transport. */
  asked(name: string): number;
  /** How many questions came over TCP. */
  readonly overTcp: number;
  close(): Promise<void>;
}

const nonsense = Buffer.from('no message of the protocol at all');

/** A name server inside the test, on UDP and TCP of one port. */
export async function startDns(): Promise<TestDns> {
  const records = new Map<string, Answering>();
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
      if (!('size' in client)) overTcp += 1; // UDP tells the size of the question
      const answering = zone.failing ?? answerTo(records, name, DNS.Packet.typeName(question.type));
      if (answering === 'silence') return;
      const reply = answering === 'nonsense' ? nonsense : responseTo(request, answering, zone.ttlSeconds);
      const answer = (): void => {
        Promise.resolve(send(reply as never)).catch(() => {}); // the asker may be gone; bytes are sent as they are
      };
      if (zone.delayMs > 0) setTimeout(answer, zone.delayMs).unref();
      else answer();
    },
  });
  const port = await listen(server);
  const zone: TestDns = {
    address: `127.0.0.1:${port}`,
    failing: null,
    ttlSeconds: 300,
    delayMs: 0,
    set: (name, type, answering) => void records.set(`${name.toLowerCase()} ${type}`, answering),
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

function answerTo(records: ReadonlyMap<string, Answering>, name: string, type: string): Answering {
  const own = records.get(`${name} ${type}`);
  if (own) return own;
  return [...records.keys()].some((key) => key.startsWith(`${name} `)) ? 'nothing' : 'NXDOMAIN';
}

function responseTo(
  request: DNS.Packet,
  answering: Exclude<Answering, 'silence' | 'nonsense'>,
  ttl: number,
): DNS.Packet {
  const response = DNS.Packet.createResponseFromRequest(request);
  const [question] = request.questions;
  if (typeof answering === 'string') {
    response.header.rcode = answering === 'nothing' ? 0 : DNS.Packet.RCODE[answering];
    return response;
  }
  if (!question) return response;
  const { name, type } = question;
  for (const value of answering) {
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

/** The same port for both, which another process may take in between: then once more. */
async function listen(server: ReturnType<typeof DNS.createServer>): Promise<number> {
  const probe = createTcpServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const at = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof at !== 'object' || at === null) throw new Error('no free port');
  const place = { port: at.port, address: '127.0.0.1' };
  await server.listen({ udp: place, tcp: place });
  return at.port;
}
