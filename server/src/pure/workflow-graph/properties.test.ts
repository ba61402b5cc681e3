import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { awaitedEvents, workflowGraphs } from '#testing/workflow-graphs';
import {
  type Advance,
  addableStepTypes,
  advance,
  branchesOf,
  type CallOutcome,
  checkTransition,
  type Effect,
  type ExecutionState,
  type Graph,
  type GraphFacts,
  type Happening,
  problemsOf,
  readStepConfig,
  startExecution,
} from './index.ts';

const startAt = Date.parse('2026-03-01T10:00:00.000Z');

/** The numbers that decide what the outside does, one after the other. */
const chances = fc.array(fc.nat(999), { minLength: 1, maxLength: 50 });

const outcomes: CallOutcome[] = [
  { kind: 'reply', statusCode: 200, body: '{"id":7}', isWhole: true, retryAfterSeconds: null },
  { kind: 'reply', statusCode: 503, body: 'busy', isWhole: true, retryAfterSeconds: 20 },
  { kind: 'reply', statusCode: 404, body: '', isWhole: true, retryAfterSeconds: null },
  { kind: 'network', message: 'no route' },
];

/** What the outside answers to an effect, and when. */
function answer(effect: Effect, chance: number, now: number): { happening: Happening; now: number } {
  const later = now + (chance % 7) * 200_000;
  const failure: Happening = { kind: 'failed', error: { code: 'X', message: 'x' } };
  const or = (happening: Happening) => ({ happening: chance % 17 === 3 ? failure : happening, now: later });
  switch (effect.kind) {
    case 'run':
      return { happening: { kind: 'run' }, now: later };
    case 'sendEmail':
      return or({ kind: 'mailMade', output: { emailId: 'e' } });
    case 'updateContact':
      return or({ kind: 'contactUpdated', output: {} });
    case 'evaluateCondition': {
      const branches = branchesOf(effect.step);
      return or({ kind: 'conditionEvaluated', branch: branches[chance % branches.length] ?? '', output: {} });
    }
    case 'callWebhook': {
      const outcome = outcomes[chance % outcomes.length] ?? { kind: 'network', message: '' };
      return or({ kind: 'callEnded', url: 'https://x.example', outcome, at: new Date(later), spread: chance / 999 });
    }
    case 'wait':
      return { happening: { kind: 'due' }, now: effect.until.getTime() + (chance % 3) * 400_000 };
    case 'waitForEvent': {
      const [since, until] = [effect.since.getTime(), effect.until.getTime()];
      if (chance % 2 === 0) return { happening: { kind: 'due' }, now: Math.max(now, until) };
      const at = Math.round(since + ((until - since) * (chance % 100)) / 100);
      return { happening: { kind: 'event', data: { chance }, at: new Date(at) }, now: Math.max(now, at) };
    }
    case 'finish':
      return { happening: { kind: 'cancel', reason: 'late' }, now: later };
  }
}

function checkState({ state, effect }: Advance): void {
  const isFinal = !['RUNNING', 'WAITING'].includes(state.status);
  expect(isFinal).toBe(state.open === null);
  expect(isFinal).toBe(effect.kind === 'finish');
  expect(state.status === 'WAITING').toBe(effect.kind === 'wait' || effect.kind === 'waitForEvent');
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
}

/** Runs an execution to its end; the state passes through JSON between the happenings. */
function runToEnd(graph: Graph, choices: readonly number[]): Advance[] {
  let now = startAt;
  let state: ExecutionState = startExecution(graph, { context: {}, at: new Date(now) });
  let effect: Effect = { kind: 'run' };
  const results: Advance[] = [];
  for (let turn = 0; effect.kind !== 'finish'; turn += 1) {
    // Each step takes at most 9 happenings: five attempts and four pauses.
    if (turn > 1 + 9 * graph.steps.length) throw new Error('it does not end');
    const next = answer(effect, choices[turn % choices.length] ?? 0, now);
    now = next.now;
    const result = advance(graph, state, next.happening, new Date(now));
    results.push(result);
    state = JSON.parse(JSON.stringify(result.state));
    effect = result.effect;
  }
  return results;
}

const facts: GraphFacts = {
  ...{ allowsHttp: false, templates: new Map(), verifiedDomains: new Set(), domainsWithoutDmarc: new Set() },
  ...{ loopsStopped: 0, timesSkipped: 0 },
};

describe('random workflows', () => {
  test('every step of the generator is complete, and all types appear', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(workflowGraphs(), (graph) => {
        for (const step of graph.steps) {
          const reading = readStepConfig(step, { allowsHttp: false });
          expect(reading).toMatchObject({ ok: true, missing: [] });
          expect(reading.ok && reading.stored.config).toEqual(step.config);
          seen.add(step.type);
        }
      }),
    );

    expect([...seen].toSorted()).toEqual(['TRIGGER', ...addableStepTypes].toSorted());
    expect(awaitedEvents.length).toBeGreaterThan(1);
  });

  test('an execution always ends, visits each step at most once, and is never both finished and waiting', () => {
    const statuses = new Map<string, number>();
    let longest = 0;
    fc.assert(
      fc.property(workflowGraphs(), chances, (graph, choices) => {
        const results = runToEnd(graph, choices);

        for (const result of results) checkState(result);
        const visited = results.flatMap(({ finished }) => finished.map(({ stepId }) => stepId));
        expect(new Set(visited).size).toBe(visited.length);
        expect(visited[0]).toBe(graph.steps[0]?.id);
        longest = Math.max(longest, visited.length);
        const status = results.at(-1)?.state.status ?? '';
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
      { numRuns: 1_000 },
    );

    // The generator would test nothing if executions were all short or ended in one way.
    expect([...statuses.keys()].toSorted()).toEqual(['COMPLETED', 'EXITED', 'FAILED']);
    expect(longest).toBeGreaterThan(8);
  });

  test('the path of an execution follows the transitions, and the same input gives the same output', () => {
    fc.assert(
      fc.property(workflowGraphs(), chances, (graph, choices) => {
        const results = runToEnd(graph, choices);
        const visited = results.flatMap(({ finished }) => finished.map(({ stepId }) => stepId));

        for (const [index, id] of visited.slice(1).entries()) {
          const from = visited[index];
          expect(graph.transitions.some((way) => way.fromStepId === from && way.toStepId === id)).toBe(true);
        }
        expect(runToEnd(structuredClone(graph), choices)).toEqual(results);
      }),
      { numRuns: 300 },
    );
  });

  test('a happening that no effect asked for breaks nothing', () => {
    fc.assert(
      fc.property(workflowGraphs({ maxSteps: 10 }), chances, fc.nat(50), chances, (graph, choices, stop, others) => {
        const results = runToEnd(graph, choices);
        const { state, effect } = results[stop % results.length] ?? {
          state: startExecution(graph, { context: {}, at: new Date(0) }),
        };
        const effects: Effect[] = results.map((result) => result.effect);

        for (const [index, chance] of others.entries()) {
          const { happening } = answer(effects[(index + chance) % effects.length] ?? { kind: 'run' }, chance, startAt);
          const result = advance(graph, state, happening, new Date(startAt + chance * 1_000_000));
          checkState(result);
          if (!result.hasChanged) expect(result).toEqual({ state, finished: [], effect, hasChanged: false });
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a cancellation ends it wherever it is, with one skipped step', () => {
    fc.assert(
      fc.property(workflowGraphs(), chances, (graph, choices) => {
        for (const { state } of runToEnd(graph, choices)) {
          const { state: after, finished } = advance(
            graph,
            state,
            { kind: 'cancel', reason: 'cancelled' },
            new Date(startAt),
          );
          const isActive = state.open !== null;

          expect(finished.map(({ status }) => status)).toEqual(isActive ? ['SKIPPED'] : []);
          expect(after.status).toBe(isActive ? 'CANCELLED' : state.status);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('no accepted transition makes a cycle, and every refused one breaks its rule', () => {
    fc.assert(
      fc.property(workflowGraphs(), fc.nat(99), fc.nat(99), fc.nat(9), (graph, one, two, three) => {
        const from = graph.steps[one % graph.steps.length];
        const to = graph.steps[two % graph.steps.length];
        if (!from || !to) return;
        const branches = branchesOf(from);
        const input = { fromStepId: from.id, toStepId: to.id, branch: branches[three % branches.length] ?? null };
        const check = checkTransition(graph, input);
        const leadsBack = reaches(graph, to.id, from.id);

        if (check.kind === 'new') expect(leadsBack).toBe(false);
        if (check.kind === 'refused' && check.rule === 'CYCLE') expect(leadsBack).toBe(true);
        expect(check.kind === 'unknown-step' || check.kind === 'wrong-branch').toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test('a step is unreachable when no execution can come to it', () => {
    fc.assert(
      fc.property(workflowGraphs(), (graph) => {
        const unreachable = problemsOf(graph, facts).flatMap(({ code, stepId }) =>
          code === 'STEP_UNREACHABLE' ? [stepId] : [],
        );
        const trigger = graph.steps[0]?.id ?? '';

        expect(unreachable).toEqual(graph.steps.map(({ id }) => id).filter((id) => !reaches(graph, trigger, id)));
      }),
    );
  });
});

/** The plainest search there is, to compare with. */
function reaches(graph: Graph, from: string, to: string): boolean {
  const seen = new Set<string>();
  const visit = (id: string): boolean => {
    if (id === to) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return graph.transitions.some((way) => way.fromStepId === id && visit(way.toStepId));
  };
  return visit(from);
}
