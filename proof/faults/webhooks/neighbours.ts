import { until } from '../../../server/testing/until.ts';
import type { Check } from '../fault-run.ts';
import type { WebhookProject, WebhookSetup } from './setup.ts';

/** Far more than a busy machine makes of two equal measurements; a call that waits for a dead one takes a hundred times as long. */
const maxRatio = 5;

/** Milliseconds from the call of an event to its arrival. */
interface Delays {
  readonly own: number[];
  readonly other: number[];
}

/**
 * The way of an event from its call to its receiver, one after the other, in the project of an endpoint that never replies and in another
 * one: before that endpoint is there, and while its calls hang and more wait (D-1054).
 */
export async function checkNeighbours(setup: WebhookSetup, events: number, check: Check): Promise<void> {
  const { receivers } = setup;
  const [own, other] = [await setup.newProject(), await setup.newProject()];
  for (const project of [own, other]) await project.addEndpoint('steady', 'visit');
  await measure(setup, own, other, 5);
  const before = await measure(setup, own, other, events);
  const hangingId = await own.addEndpoint('hanging', 'order');
  for (let n = 0; n < 20; n += 1) await own.track('order', `buyer-${n}@example.com`);
  const hangs = await until(() => receivers.countOf('hanging') >= 2);
  const beside = await measure(setup, own, other, events);
  const hung = receivers.countOf('hanging');
  const ratios = {
    own: round(middle(beside.own) / middle(before.own)),
    other: round(middle(beside.other) / middle(before.other)),
  };
  check(
    'webhooks: the events of neighbours arrive while the calls to a dead endpoint hang (D-1054)',
    hangs && ratios.own < maxRatio && ratios.other < maxRatio && hung < events,
    { events: 2 * events, callsToDead: hung, delayRatio: ratios, delayMs: round(middle(beside.own)) },
  );
  const { status } = await own.api.delete(`/webhook-endpoints/${hangingId}`);
  receivers.releaseHanging();
  const called = receivers.countOf('hanging');
  await measure(setup, own, other, 5);
  check('webhooks: a deleted endpoint is not called', status === 204 && receivers.countOf('hanging') === called, {
    calls: called,
  });
}

async function measure(
  setup: WebhookSetup,
  own: WebhookProject,
  other: WebhookProject,
  events: number,
): Promise<Delays> {
  const delays: Delays = { own: [], other: [] };
  for (let n = 0; n < events; n += 1) {
    delays.own.push(await delayOf(setup, own, n));
    delays.other.push(await delayOf(setup, other, n));
  }
  return delays;
}

async function delayOf({ receivers }: WebhookSetup, project: WebhookProject, n: number): Promise<number> {
  const begunAt = performance.now();
  const arrivals: number[] = [];
  const seenBefore = receivers.countOf('steady', project.id);
  receivers.onCall = ({ kind, projectId }) => {
    if (kind === 'steady' && projectId === project.id) arrivals.push(performance.now());
  };
  await project.track('visit', `visitor-${n}@example.com`);
  await until(() => arrivals.length > 0, { pauseMs: 5 });
  const [arrivedAt] = arrivals;
  if (arrivedAt === undefined) throw new Error('an event did not arrive');
  if (receivers.countOf('steady', project.id) !== seenBefore + 1)
    throw new Error('an event arrived twice in calm times');
  return arrivedAt - begunAt;
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const round = (value: number): number => Math.round(value * 100) / 100;
