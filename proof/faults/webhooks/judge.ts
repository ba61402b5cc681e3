import { sendRequest } from '../../../server/testing/client.ts';
import type { Check } from '../fault-run.ts';
import { insideAddresses } from './addresses.ts';
import { answeringKinds } from './behaviours.ts';
import type { SeenCall } from './receivers.ts';
import type { WebhookSetup } from './setup.ts';
import type { TrackedEvent } from './under-kills.ts';

/** A call that was being made when the deletion of its contact was answered has begun by then, on any machine. */
const underWaySeconds = 2;

/** What receivers saw beside what was accepted, and beside the log of the product. */
export async function judgeCalls(setup: WebhookSetup, tracked: readonly TrackedEvent[], check: Check): Promise<void> {
  const ids = new Set(tracked.map(({ id }) => id));
  const calls = setup.receivers.calls.filter(({ id, eventId }) => ids.has(id) || ids.has(eventId));
  judgeArrivals(calls, tracked, check);
  judgeErased(calls, tracked, check);
  await judgeLog(setup, tracked, check);
}

const keyOf = (kind: string, id: string): string => `${kind} ${id}`;

function judgeArrivals(calls: readonly SeenCall[], tracked: readonly TrackedEvent[], check: Check): void {
  const answered = Map.groupBy(
    calls.filter(({ isAnswered }) => isAnswered),
    ({ kind, id }) => keyOf(kind, id),
  );
  const staying = tracked.filter(({ erasedAt }) => erasedAt === null);
  const missing = staying.flatMap(({ id }) =>
    answeringKinds.filter((kind) => !answered.has(keyOf(kind, id))).map((kind) => ({ kind, id })),
  );
  const twice = [...answered.values()].filter(({ length }) => length > 1).length;
  check(
    'webhooks: every event arrived at every receiver that replies in the end, at least once (P13)',
    missing.length === 0,
    { deliveries: staying.length * answeringKinds.length, calls: calls.length, twice, missing: missing.slice(0, 3) },
  );
  const wrong = calls.filter(({ id, eventId, isSigned }) => id !== eventId || !isSigned);
  const repeated = calls.filter(({ attempt }) => attempt > 1).length;
  check(
    'webhooks: every call has the id of its event and the signature of its endpoint (D-1052, F23)',
    wrong.length === 0 && repeated > 0,
    { calls: calls.length, repeated, wrong: wrong.slice(0, 3) },
  );
}

/** D-1051. */
function judgeErased(calls: readonly SeenCall[], tracked: readonly TrackedEvent[], check: Check): void {
  const erasedAt = new Map(tracked.flatMap(({ id, erasedAt: at }) => (at === null ? [] : [[id, at] as const])));
  const ofErased = calls.flatMap((call) => {
    const at = erasedAt.get(call.eventId);
    return at === undefined ? [] : [{ kind: call.kind, afterSeconds: call.begunAtSeconds - at / 1_000 }];
  });
  const late = ofErased.filter(({ afterSeconds }) => afterSeconds > underWaySeconds);
  const dropped =
    erasedAt.size * answeringKinds.length -
    new Set(calls.filter(({ eventId }) => erasedAt.has(eventId)).map(({ kind, eventId }) => keyOf(kind, eventId))).size;
  check(
    'webhooks: no call about a contact begins once its deletion is answered (D-1051)',
    late.length === 0 && erasedAt.size > 0 && dropped > 0,
    {
      erased: erasedAt.size,
      neverCalled: dropped,
      underWay: ofErased.filter(({ afterSeconds }) => afterSeconds > 0).length,
      late: late.slice(0, 3),
    },
  );
}

/** The log says of each delivery of a contact that is still there that it succeeded, once; of the others nothing is left to send. */
async function judgeLog({ client }: WebhookSetup, tracked: readonly TrackedEvent[], check: Check): Promise<void> {
  const ids = tracked.filter(({ erasedAt }) => erasedAt === null).map(({ id }) => id);
  const { rows } = await client.query<{ status: string; deliveries: number; events: number }>(
    `select status, count(*)::int as deliveries, count(distinct (endpoint_id, event_id))::int as events
       from webhook_delivery_log where event_id = any($1::uuid[]) group by 1`,
    [ids],
  );
  const { rowCount: waiting } = await client.query(
    'select from webhook_deliveries where event_id = any($1::uuid[]) limit 1',
    [tracked.map(({ id }) => id)],
  );
  const expected = ids.length * answeringKinds.length;
  const [succeeded] = rows;
  check(
    'webhooks: the log has each of them once, as succeeded, and none waits (D-1055)',
    rows.length === 1 &&
      succeeded?.status === 'succeeded' &&
      succeeded.deliveries === expected &&
      succeeded.events === expected &&
      waiting === 0,
    rows,
  );
}

/** T16: nothing connected to a listener inside, each of which takes connections. */
export async function judgeInside({ inside }: WebhookSetup, check: Check): Promise<void> {
  const connections = inside.map((listener) => listener.connections);
  for (const [index, listener] of inside.entries()) {
    const address = insideAddresses[index] ?? '';
    const host = address.includes(':') ? `[${address}]` : address;
    await sendRequest(`http://${host}:${listener.port}`, { method: 'GET', path: '/' });
  }
  const areOpen = inside.every((listener, index) => listener.connections === (connections[index] ?? 0) + 1);
  check(
    'webhooks: no connection to an address inside: literals, names, mixed sets, rebinding, redirects (T16)',
    areOpen && connections.every((count) => count === 0),
    Object.fromEntries(insideAddresses.map((address, index) => [address, connections[index]])),
  );
}
