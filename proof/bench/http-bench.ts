import { Agent } from 'node:http';
import { parseArgs } from 'node:util';
import { connect } from '../../server/testing/spool-setup.ts';
import { type ServerProcess, startProcess } from '../instance/instance.ts';
import { budgets, sharedMessages } from './budgets.ts';
import { median, type Requirement, report } from './comparison.ts';
import { type CallTimes, callTimes } from './half-load.ts';
import { type HttpCall, post } from './http-post.ts';
import { type HttpLoad, httpRate } from './http-rate.ts';
import { type CountingProxy, startCountingProxy } from './messages/counting-proxy.ts';
import { messagesPerCall } from './messages/messages-per-call.ts';
import type { ProjectLoad } from './project-load.ts';
import { readResources, reportCosts, reportDisk, textTables, usedEach } from './resources.ts';
import { startThin } from './thin/start-thin.ts';

/** One endpoint, beside its bare statements and beside a thin server that writes the same rows. */
export interface HttpBench<Item> {
  readonly endpoint: 'track' | 'send' | 'contacts';
  /** How the measurements are called. */
  readonly name: string;
  readonly unit: string;
  readonly want: Requirement;
  readonly size: BenchSize;
  /** A fresh load; `label` differs from every other one. */
  load(label: string, milliseconds: number): ProjectLoad<Item>;
  callOf(item: Item): HttpCall;
  /** Tables whose rows stay. */
  readonly keptTables: readonly string[];
  bare(databaseUrl: string, load: ProjectLoad<Item>): Promise<number>;
}

export interface BenchSize {
  readonly rounds: number;
  readonly milliseconds: number;
  /** Requests of each side before the first round: a process that has just started still compiles what it runs. */
  readonly warmUp: number;
}

/** With `--short` one short round, to see that a bench works; its measurements mean nothing. */
export function sizeFrom(options: readonly string[], usual: BenchSize): BenchSize {
  const { values } = parseArgs({ args: [...options], options: { short: { type: 'boolean' } }, strict: false });
  return values.short ? { rounds: 1, milliseconds: 1_500, warmUp: 500 } : usual;
}

/** Rounds in turns, so that noise of the machine affects all sides alike; then times at half of that rate, then messages. */
export async function runHttpBench<Item>(
  bench: HttpBench<Item>,
  { api, databaseUrl, settings = {} }: { api: ServerProcess; databaseUrl: string; settings?: Record<string, string> },
): Promise<void> {
  const thin = await startThin(databaseUrl);
  try {
    const rate = await compareRates(bench, databaseUrl, { ours: api.url, thin: thin.url });
    await compareTimes(bench, { ours: api.url, thin: thin.url }, rate / 2);
  } finally {
    await thin.stop();
  }
  await measureCosts(bench, api, databaseUrl);
  await countMessages(bench, databaseUrl, settings);
}

/** The calls of a load. */
export const httpLoad = <Item>({ load, callOf }: HttpBench<Item>, label: string, milliseconds: number): HttpLoad => {
  const items = load(label, milliseconds);
  return { ...items, next: () => callOf(items.next()) };
};

async function compareRates<Item>(
  bench: HttpBench<Item>,
  databaseUrl: string,
  urls: { ours: string; thin: string },
): Promise<number> {
  const { rounds, milliseconds, warmUp } = bench.size;
  const sides = {
    ours: (label: string) => httpRate(urls.ours, httpLoad(bench, `ours${label}`, milliseconds)),
    bare: (label: string) => bench.bare(databaseUrl, bench.load(`bare${label}`, milliseconds)),
    thin: (label: string) => httpRate(urls.thin, httpLoad(bench, `thin${label}`, milliseconds)),
  };
  for (const [side, measure] of Object.entries(sides)) {
    for (let done = 0; done < warmUp; ) done += (await measure(`-warm-${side}${done}`)) * (milliseconds / 1_000);
  }
  const rates: Record<keyof typeof sides, number[]> = { ours: [], bare: [], thin: [] };
  for (let round = 0; round < rounds; round += 1) {
    rates.ours.push(await sides.ours(`-${round}`));
    rates.bare.push(await sides.bare(`-${round}`));
    rates.thin.push(await sides.thin(`-${round}`));
  }
  const { name, unit, want } = bench;
  const ours = median(rates.ours);
  report({ name, ours, bare: median(rates.bare), thin: median(rates.thin), unit, want });
  return ours;
}

/** Both servers get the same number of calls a second, half of what ours answered, in turns: a vacuum meets one or the other. */
async function compareTimes<Item>(
  bench: HttpBench<Item>,
  urls: { ours: string; thin: string },
  perSecond: number,
): Promise<void> {
  const times: Record<keyof typeof urls, CallTimes[]> = { ours: [], thin: [] };
  for (let round = 0; round < Math.min(bench.size.rounds, 5); round += 1) {
    for (const side of ['ours', 'thin'] as const) {
      const load = httpLoad(bench, `half-${side}-${round}`, bench.size.milliseconds);
      times[side].push(await callTimes(urls[side], load, perSecond));
    }
  }
  for (const value of ['p50', 'p99'] as const) {
    const name = `${bench.name}, ${value} at half of its rate`;
    const medianOf = (side: readonly CallTimes[]): number => median(side.map((round) => round[value]));
    report({ name, ours: medianOf(times.ours), thin: medianOf(times.thin), unit: 'ms', want: null });
  }
}

/** What a call uses of the process, of PostgreSQL and of its disk, under the load of a round. */
async function measureCosts<Item>(bench: HttpBench<Item>, api: ServerProcess, databaseUrl: string): Promise<void> {
  const client = await connect(databaseUrl);
  try {
    const milliseconds = bench.size.milliseconds * 3;
    const read = () => readResources(client, { pid: api.child.pid, tables: bench.keptTables });
    const before = await read();
    const rate = await httpRate(api.url, httpLoad(bench, 'costs', milliseconds));
    const used = usedEach(before, await read(), (rate * milliseconds) / 1_000);
    reportCosts(bench.name, 'call', used, ['process', 'server', 'wal']);
    const texts = bench.keptTables.filter((table) => textTables.includes(table));
    const records = bench.keptTables.filter((table) => !textTables.includes(table));
    reportDisk(`${bench.name}, disk for each call`, used, records);
    if (texts.length > 0) reportDisk(`${bench.name}, disk for the texts of each call`, used, texts);
  } finally {
    await client.end();
  }
}

/** Processes of their own: a proxy stands between them and the database. */
async function countMessages<Item>(
  bench: HttpBench<Item>,
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<void> {
  const ours = await throughProxy(databaseUrl, async (proxy) => {
    const api = await startProcess('api', proxy.url, settings);
    try {
      return await countCalls(bench, proxy, api, 'ours');
    } finally {
      await api.stop();
    }
  });
  const thin = await throughProxy(databaseUrl, async (proxy) => {
    const server = await startThin(proxy.url);
    try {
      return await countCalls(bench, proxy, server, 'thin');
    } finally {
      await server.stop();
    }
  });
  const bare = await throughProxy(databaseUrl, async (proxy) => {
    const calls = await bench.bare(proxy.url, { ...bench.load('messages-bare', 1_000), concurrency: 1 });
    return { roundTrips: proxy.counts().roundTrips / calls, statements: proxy.counts().statements / calls };
  });
  report({
    name: `${bench.name}, messages to PostgreSQL for each call`,
    ours: ours.roundTrips,
    bare: bare.roundTrips,
    thin: thin.roundTrips,
    unit: 'messages',
    want: { ours: { atMost: budgets[bench.endpoint].messages + sharedMessages } },
    detail: { statements: { ours: ours.statements, bare: bare.statements, thin: thin.statements } },
  });
}

async function throughProxy<T>(databaseUrl: string, work: (proxy: CountingProxy) => Promise<T>): Promise<T> {
  const proxy = await startCountingProxy(databaseUrl);
  try {
    return await work(proxy);
  } finally {
    await proxy.close();
  }
}

/** Messages of the calls of this bench, sent one after the other to a server whose database is behind the proxy. */
export async function countCalls<Item>(
  bench: HttpBench<Item>,
  proxy: CountingProxy,
  { url }: { url: string },
  side: string,
) {
  const agent = new Agent({ keepAlive: true });
  const load = httpLoad(bench, `messages-${side}`, 0);
  const counts = await messagesPerCall(proxy, () => post(url, agent, load.next()));
  agent.destroy();
  return counts;
}
