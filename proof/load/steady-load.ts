import { Agent } from 'node:http';
import type { Reply } from '../../server/testing/client.ts';
import { sleep } from '../faults/fault-run.ts';
import { trySend } from '../faults/requests.ts';
import { type Latencies, noLatencies } from './latencies.ts';
import { peoplePerTenant, type Tenant } from './tenants.ts';

export type CallKind = 'send' | 'track' | 'contact' | 'list';

/** Ten calls in turn: what an application does most comes most often. */
// biome-ignore format: one line shows the shares
const mix: readonly CallKind[] = ['track', 'send', 'track', 'send', 'track', 'contact', 'track', 'send', 'track', 'list'];

export interface SteadyLoad {
  readonly url: string;
  readonly tenants: readonly Tenant[];
  readonly perSecond: number;
}

export interface LoadResult {
  readonly byKind: Readonly<Record<CallKind, Latencies>>;
  /** Ids of the emails that were accepted. */
  readonly accepted: string[];
}

let calls = 0;

/**
 * Calls at fixed times, whether or not earlier ones have been answered. A call's time counts from when it was
 * due, so a server that stops for a second is charged with everything it kept waiting.
 */
export async function runSteadyLoad({ url, tenants, perSecond }: SteadyLoad, seconds: number): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });
  const result: LoadResult = {
    byKind: { send: noLatencies(), track: noLatencies(), contact: noLatencies(), list: noLatencies() },
    accepted: [],
  };
  const began = performance.now();
  const pending = new Set<Promise<void>>();
  for (let number = 0; number < seconds * perSecond; number += 1) {
    const dueAt = began + (number * 1_000) / perSecond;
    const aheadMs = dueAt - performance.now();
    if (aheadMs > 1) await sleep(aheadMs / 1_000);
    const call = makeCall(url, tenants, dueAt, agent, result).finally(() => pending.delete(call));
    pending.add(call);
  }
  await Promise.all(pending);
  agent.destroy();
  return result;
}

async function makeCall(
  url: string,
  tenants: readonly Tenant[],
  dueAt: number,
  agent: Agent,
  { byKind, accepted }: LoadResult,
): Promise<void> {
  calls += 1;
  const tenant = tenants[calls % tenants.length];
  if (!tenant) throw new Error('a load needs tenants');
  const turn = Math.floor(calls / tenants.length);
  const kind = mix[(calls + turn) % mix.length] ?? 'track'; // Why the turn: every tenant makes every kind of call
  const { method, path, body } = requestOf(kind, tenant, turn);
  const headers = headersOf(kind === 'track' ? tenant.publicKey : tenant.secretKey, calls);
  const response = await trySend(url, { method, path, headers, body }, { agent });
  const { milliseconds, shed, failures } = byKind[kind];
  const took = performance.now() - dueAt;
  const isShed = response?.headers['retry-after'] !== undefined && [429, 503].includes(response.status);
  (isShed ? shed : milliseconds).push(took);
  if (isShed) return;
  if (!response || response.status < 200 || response.status > 299) failures.push(failureOf(path, response));
  else if (kind === 'send') accepted.push(...idsOf(response));
}

function requestOf(kind: CallKind, { from }: Tenant, turn: number): { method: string; path: string; body?: object } {
  const email = `person-${turn % peoplePerTenant}@example.com`;
  switch (kind) {
    case 'send':
      return { method: 'POST', path: '/v1/send', body: { to: email, from, subject: 'Your order', body: receipt } };
    case 'track':
      return { method: 'POST', path: '/v1/track', body: { email, event: 'order.viewed', data: { turn } } };
    case 'contact':
      return { method: 'POST', path: '/contacts', body: { email, data: { name: 'Ada', visits: turn } } };
    case 'list':
      return { method: 'GET', path: turn % 2 === 0 ? '/contacts?limit=20' : '/emails?limit=20' };
  }
}

/** Callers come through a trusted proxy, each visitor from an address of its own, as web pages with a public key do. */
export const headersOf = (key: string, visitor: number): Record<string, string> => ({
  authorization: `Bearer ${key}`,
  'x-forwarded-for': `10.${visitor % 250}.${Math.floor(visitor / 250) % 250}.${Math.floor(visitor / 62_500) % 250}`,
});

/** About four kilobytes with a variable and two links. */
const receipt = `<!doctype html><html><body><h1>Thank you, {{name ?? "friend"}}</h1>
${'<p style="margin:0 0 12px;color:#333">We have received your order and will send it as soon as possible.</p>\n'.repeat(30)}
<p><a href="https://shop.example/orders">Your orders</a> <a href="https://shop.example/help">Help</a></p></body></html>`;

const failureOf = (path: string, response: Reply | null): string =>
  `${path}: ${response ? `${response.status} ${JSON.stringify(response.body).slice(0, 300)}` : 'no reply'}`;

const idsOf = ({ body }: Reply): string[] =>
  (body as { data: { emails: { email: string }[] } }).data.emails.map(({ email }) => email); // the shape of a 200
