import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '#pure/custom-fields';
import { graphFrom } from '#testing/graph-from';
import { awaitedEvents, workflowGraphs } from '#testing/workflow-graphs';
import type { Graph } from '../graph.ts';
import { simulate } from './simulate.ts';
import type { EffectResult, Moment, OutsideEffect, SimulatedEvent, Simulation, SimulationWorld } from './simulation.ts';

const startAt = new Date('2026-03-01T10:00:00.000Z');
const after = (seconds: number): Date => new Date(startAt.getTime() + seconds * 1_000);
const event = (name: string, seconds: number, data: JsonObject | null = null): SimulatedEvent => ({
  name,
  at: after(seconds),
  data,
});
const day = 86_400;

/** Mails are made, conditions hold, contacts are changed, and calls reply with `statusCode`. */
const perform =
  (statusCode = 200) =>
  async (effect: OutsideEffect, { now }: Pick<Moment, 'now'>): Promise<EffectResult<string>> => {
    switch (effect.kind) {
      case 'sendEmail':
        return { happening: { kind: 'mailMade', output: {} }, causes: [{ name: 'email.sent', data: { n: 1 } }] };
      case 'evaluateCondition':
        return { happening: { kind: 'conditionEvaluated', branch: 'yes', output: {} } };
      case 'updateContact':
        return { happening: { kind: 'contactUpdated', output: {} } };
      case 'callWebhook': {
        const reply = { kind: 'reply', statusCode, body: '{}', isWhole: true, retryAfterSeconds: null } as const;
        const end = { kind: 'callEnded', url: effect.config.url, outcome: reply, at: now, spread: 0.5 } as const;
        return { happening: end, shown: `attempt ${effect.attempt}` };
      }
    }
  };

const world = (overrides: Partial<SimulationWorld<string>> = {}): SimulationWorld<string> => ({
  perform: perform(),
  isAwaited: (awaited, recorded) => awaited === recorded,
  exceeded: () => null,
  ...overrides,
});

const run = (graph: Graph, events: readonly SimulatedEvent[] = [], overrides?: Partial<SimulationWorld<string>>) =>
  simulate(graph, { startAt, context: {}, events }, world(overrides));

function timesOf(simulation: Simulation<string>): string[] {
  if (simulation.kind === 'stopped') return [`stopped: ${simulation.limit}`];
  return simulation.steps.map(
    ({ stepId, branch, startedAt, completedAt }) =>
      `${stepId}${branch === null ? '' : `:${branch}`} ${secondsOf(startedAt)}-${secondsOf(completedAt)}`,
  );
}

const secondsOf = (at: string | null): number => (Date.parse(at ?? '') - startAt.getTime()) / 1_000;

const mail = ['SEND_EMAIL', {}, '01970000-0000-7000-8000-00000000000a'] as const;
const wait = (eventName: string, timeout: number) => ['WAIT_FOR_EVENT', { eventName, timeout }] as const;

test('delays and time-outs pass at once, by the clock of the simulation', async () => {
  const graph = graphFrom(
    { delay: ['DELAY', { amount: 2, unit: 'days' }], mail, wait: wait('purchase', day), late: mail, bought: 'EXIT' },
    [
      ['delay', 'mail'],
      ['mail', 'wait'],
      ['wait', 'late', 'timeout'],
      ['wait', 'bought', 'event'],
    ],
    'delay',
  );

  expect(timesOf(await run(graph))).toEqual([
    'trigger 0-0',
    `delay 0-${2 * day}`,
    `mail ${2 * day}-${2 * day}`,
    `wait:timeout ${2 * day}-${3 * day}`,
    `late ${3 * day}-${3 * day}`,
  ]);
  const tooEarly = event('purchase', 2 * day - 1);
  const bought = await run(graph, [event('purchase', 2 * day + 60, { amount: 42 }), tooEarly]);
  expect(bought).toMatchObject({ status: 'EXITED', exitReason: 'exit_step', context: { amount: 42 } });
  expect(timesOf(bought).slice(3)).toEqual([
    `wait:event ${2 * day}-${2 * day + 60}`,
    `bought ${2 * day + 60}-${2 * day + 60}`,
  ]);
});

test('an event that a step causes ends a wait behind it; an event wakes an execution once', async () => {
  const graph = graphFrom(
    { mail, sent: wait('email.sent', 60), first: wait('purchase', 60), second: wait('purchase', 60) },
    [
      ['mail', 'sent'],
      ['sent', 'first', 'event'],
      ['first', 'second', 'event'],
    ],
    'mail',
  );

  const simulation = await run(graph, [event('purchase', 10)]);

  expect(timesOf(simulation).slice(2)).toEqual(['sent:event 0-0', 'first:event 0-10', 'second:timeout 10-70']);
  expect(simulation).toMatchObject({ context: { n: 1 } });
  const twice = await run(graph, [event('purchase', 10), event('purchase', 10)]);
  expect(timesOf(twice).slice(3)).toEqual(['first:event 0-10', 'second:event 10-10']);
});

test('a call is tried again with its pauses, and events during the attempts are not missed by a wait behind it', async () => {
  const graph = graphFrom(
    { call: ['WEBHOOK', { url: 'https://a.example', onFailure: 'continue' }], answer: wait('answered', day) },
    [['call', 'answer']],
    'call',
  );

  const simulation = await run(graph, [event('answered', 5)], { perform: perform(503) });

  expect(timesOf(simulation)).toEqual(['trigger 0-0', 'call 0-850', 'answer:event 850-850']);
  expect(simulation).toMatchObject({ steps: [{ shown: null }, { attempt: 5, shown: 'attempt 5' }, { shown: null }] });
});

test('an effect sees the events up to its moment, and no later ones', async () => {
  const seen: string[][] = [];
  const graph = graphFrom(
    { first: mail, delay: ['DELAY', { amount: 1, unit: 'minutes' }], second: mail },
    [
      ['first', 'delay'],
      ['delay', 'second'],
    ],
    'first',
  );

  await run(graph, [event('late', 61), event('soon', 60)], {
    perform: (effect, moment) => {
      seen.push(moment.past.map(({ name }) => name));
      return perform()(effect, moment);
    },
  });

  expect(seen).toEqual([[], ['email.sent', 'soon']]);
});

test('a limit ends a simulation before its next effect, and no graph makes it endless', async () => {
  const names = Array.from({ length: 103 }, (_, n) => `mail${n}`);
  const long = graphFrom(
    Object.fromEntries(names.map((name) => [name, mail])),
    names.slice(1).map((name, n) => [`mail${n}`, name]),
    'mail0',
  );
  let left = 3;

  expect(timesOf(await run(long))).toEqual(['stopped: steps']);
  const exceeded = () => (left-- > 0 ? null : 'time');
  expect(timesOf(await run(long, [], { exceeded }))).toEqual(['stopped: time']);
});

test('every simulation of every graph ends, and its times never go back', async () => {
  const scripts = fc.array(fc.record({ name: fc.constantFrom(...awaitedEvents), seconds: fc.nat(40_000_000) }), {
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(workflowGraphs(), scripts, fc.constantFrom(200, 404, 503), async (graph, script, statusCode) => {
      const events = script.map(({ name, seconds }) => event(name, seconds));
      const simulation = await run(graph, events, { perform: perform(statusCode) });

      if (simulation.kind === 'stopped') throw new Error(simulation.limit);
      const times = simulation.steps.flatMap(({ startedAt, completedAt }) => [startedAt ?? '', completedAt]);
      expect(times).toEqual(times.toSorted());
      expect(simulation.completedAt.toISOString()).toBe(times.at(-1));
      expect(new Set(simulation.steps.map(({ stepId }) => stepId)).size).toBe(simulation.steps.length);
    }),
  );
});
