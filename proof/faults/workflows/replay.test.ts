import { expect, test } from 'vitest';
import type { Graph } from '../../../server/src/pure/workflow-graph/index.ts';
import { graphFrom } from '../../../server/testing/graph-from.ts';
import type { Journey } from './journeys.ts';
import type { RecordedJourney, RecordedStep } from './recorded.ts';
import { replay } from './replay.ts';

const start = Date.parse('2026-11-14T10:00:00.000Z');
const at = (seconds: number): Date => new Date(start + seconds * 1_000);
const eventOf = (name: string, seconds: number) => ({ id: `${name} ${seconds}`, name, at: at(seconds), data: null });

/** The plans of calls go by their ids: this one succeeds at once, the other at its second attempt. */
const [goodCall, repeatedCall] = ['000000', '000002'];

interface Given {
  readonly events?: readonly (readonly [name: string, seconds: number])[];
  readonly steps: Readonly<Record<string, GivenEnd>>;
}

interface GivenEnd {
  readonly ended: number;
  readonly branch?: string;
  /** Of a call. */
  readonly id?: string;
  readonly called?: number;
}

/** What the judge reads of a journey through this graph. */
function given(graph: Graph, { events = [], steps }: Given): [Journey, RecordedJourney] {
  const trigger = eventOf('signup', 0);
  const ends: Given['steps'] = { trigger: { ended: 0 }, ...steps };
  const recordedSteps = Object.entries(ends).map(
    ([stepId, { ended, branch = null, id = stepId, called }]): RecordedStep => ({
      ...{ id, stepId, type: '', status: 'COMPLETED', branch, scheduledFor: null, executeAfter: null, attempt: 1 },
      ...{ output: null, error: null, startedAt: at(0), completedAt: at(ended) },
      calledAt: called === undefined ? null : at(called),
    }),
  );
  const contact = { email: 'ann@example.com', subscribed: true, data: {}, createdAt: at(0) };
  const recorded: RecordedJourney = {
    ...{ executionId: 'x', triggerEventId: trigger.id, status: 'COMPLETED', exitReason: null, context: {}, contact },
    ...{
      steps: recordedSteps,
      events: [trigger, ...events.map(([name, seconds]) => eventOf(name, seconds))],
      mails: {},
    },
  };
  const project = { id: 'p', handle: 'p', publicKey: 'pk', secretKey: 'sk' };
  const journey = {
    project,
    workflowId: 'w',
    graph,
    email: contact.email,
    startEvent: 'signup',
    persistent: {},
    amount: 1,
  };
  return [journey, recorded];
}

const branchesOf = (...args: [Journey, RecordedJourney]) =>
  replay(...args).steps.map(({ stepId, branch }) => [stepId, branch]);
const call = ['WEBHOOK', { url: 'https://hooks.example.com/' }] as const;
const waitFor = (timeout: number) => ['WAIT_FOR_EVENT', { eventName: 'paid', timeout }] as const;

test('a journey may end with a call', () => {
  const graph = graphFrom({ call }, [['trigger', 'call']]);
  const { state } = replay(...given(graph, { steps: { call: { ended: 1, id: goodCall, called: 0.5 } } }));
  expect(state).toMatchObject({ status: 'COMPLETED', arrivedAt: at(0.5).toISOString() });
});

test('a wait behind a call sees what came since its first attempt began, and nothing from before (D-934)', () => {
  const graph = graphFrom({ call, wait: waitFor(600) }, [
    ['trigger', 'call'],
    ['call', 'wait'],
  ]);
  const steps = { call: { ended: 86_400, id: repeatedCall, called: 10 } };
  const since = given(graph, { events: [['paid', 11]], steps: { ...steps, wait: { ended: 86_400, branch: 'event' } } });
  const before = given(graph, {
    events: [['paid', 9]],
    steps: { ...steps, wait: { ended: 90_000, branch: 'timeout' } },
  });

  expect(branchesOf(...since).at(-1)).toEqual(['wait', 'event']);
  expect(branchesOf(...before).at(-1)).toEqual(['wait', 'timeout']);
});

test('of an event and a time-out that meet the one of the server wins; otherwise the event does', () => {
  const graph = graphFrom({ wait: waitFor(60) }, [['trigger', 'wait']]);
  const endedAt = (seconds: number) =>
    given(graph, { events: [['paid', 59.9]], steps: { wait: { ended: seconds, branch: 'timeout' } } });

  expect(branchesOf(...endedAt(60.1)).at(-1)).toEqual(['wait', 'timeout']);
  expect(branchesOf(...endedAt(3_600)).at(-1)).toEqual(['wait', 'event']);
});

test('an event in the moment of a condition was seen or not, one from before was', () => {
  const config = { field: 'event.paid', operator: 'triggeredWithin', value: 7, unit: 'days' };
  const graph = graphFrom({ delay: ['DELAY', { amount: 1, unit: 'minutes' }], paid: ['CONDITION', config] }, [
    ['trigger', 'delay'],
    ['delay', 'paid'],
  ]);
  const paidAt = (seconds: number) =>
    given(graph, { events: [['paid', seconds]], steps: { delay: { ended: 60 }, paid: { ended: 60, branch: 'no' } } });

  expect(branchesOf(...paidAt(59.99)).at(-1)).toEqual(['paid', 'no']);
  expect(branchesOf(...paidAt(30)).at(-1)).toEqual(['paid', 'yes']);
});
