import { describe, expect, test } from 'vitest';
import { executionOf } from '#testing/execution-script';
import { graphFrom } from '#testing/graph-from';
import { advance, effectOf, type Graph, type Happening, startExecution } from '../index.ts';

const templateId = '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77';
const mail = ['SEND_EMAIL', {}, templateId] as const;
const day = ['DELAY', { amount: 1, unit: 'days' }] as const;
const wait = ['WAIT_FOR_EVENT', { eventName: 'paid', timeout: 60 }] as const;
const filter = ['CONDITION', { field: 'a', operator: 'exists' }] as const;

describe('an execution', () => {
  test('goes over several steps when the results are fed in, and stops where time is needed', () => {
    const run = executionOf(
      graphFrom(
        { ask: filter, mail, day, update: ['UPDATE_CONTACT', { data: { a: 1 } }] },
        [
          ['ask', 'mail', 'yes'],
          ['mail', 'day'],
          ['day', 'update'],
        ],
        'ask',
      ),
    );

    run.at('10:00:01').run();
    expect(run.effect()).toMatchObject({ kind: 'evaluateCondition', step: { id: 'ask' }, config: { form: 'single' } });
    run.feed({ kind: 'conditionEvaluated', branch: 'yes', output: { result: true } });
    expect(run.effect()).toMatchObject({ kind: 'sendEmail', step: { id: 'mail' }, config: { templateId } });
    run.feed({ kind: 'mailMade', output: { emailId: 'e' } });

    expect(run.effect()).toEqual({ kind: 'wait', until: new Date('2026-03-02T10:00:00.000Z') });
    expect(run.state()).toMatchObject({ status: 'WAITING', stepId: 'day', open: { status: 'SCHEDULED' } });
    expect(run.finished().map(({ stepId, status, branch }) => [stepId, status, branch])).toEqual([
      ['trigger', 'COMPLETED', null],
      ['ask', 'COMPLETED', 'yes'],
      ['mail', 'COMPLETED', null],
    ]);

    run.at('2026-03-02T10:00:03.000Z').feed({ kind: 'due' });
    expect(run.effect()).toMatchObject({ kind: 'updateContact', config: { data: { a: 1 } } });
    run.feed({ kind: 'contactUpdated', output: { updated: ['a'], subscribed: true } });
    expect(run.effect()).toEqual({ kind: 'finish', status: 'COMPLETED', exitReason: null });
    expect(run.finished().slice(3)).toEqual([
      {
        ...{ stepId: 'day', name: 'day', type: 'DELAY', status: 'COMPLETED', branch: null, scheduledFor: null },
        ...{ executeAfter: '2026-03-02T10:00:00.000Z', attempt: 1, error: null },
        output: { delayAmount: 1, delayUnit: 'days', resumeAt: '2026-03-02T10:00:00.000Z' },
        startedAt: '2026-03-01T10:00:01.000Z',
        completedAt: '2026-03-02T10:00:03.000Z',
      },
      expect.objectContaining({ stepId: 'update', output: { updated: ['a'], subscribed: true } }),
    ]);
  });

  test('is RUNNING at a TRIGGER that has not begun when it starts, and is taken up from the state alone', () => {
    const graph = graphFrom({ mail }, [], 'mail');
    const state = startExecution(graph, { context: { a: 1 }, at: new Date(0) });

    expect(state).toMatchObject({ status: 'RUNNING', stepId: 'trigger', open: { status: 'PENDING', startedAt: null } });
    expect(effectOf(graph, state)).toEqual({ kind: 'run' });
    const begun = advance(graph, state, { kind: 'run' }, new Date(5));
    expect(effectOf(graph, JSON.parse(JSON.stringify(begun.state)))).toEqual(begun.effect);
  });

  test.each<[name: string, graph: Graph, status: string, exitReason: string | null]>([
    ['nothing behind TRIGGER', graphFrom({}, []), 'COMPLETED', null],
    ['EXIT', graphFrom({ e: 'EXIT' }, [], 'e'), 'EXITED', 'exit_step'],
    ['EXIT with a reason', graphFrom({ e: ['EXIT', { reason: 'won' }] }, [], 'e'), 'EXITED', 'won'],
    ['a step that is incomplete', graphFrom({ d: 'DELAY' }, [], 'd'), 'FAILED', 'step_failed'],
  ])('ends with %s', (_name, graph, status, exitReason) => {
    const run = executionOf(graph);

    run.run();

    expect(run.effect()).toEqual({ kind: 'finish', status, exitReason });
    expect(run.state()).toMatchObject({ status, exitReason, open: null });
  });

  test('an incomplete step says what it lacks', () => {
    const run = executionOf(graphFrom({ d: 'DELAY' }, [], 'd'));

    run.run();

    expect(run.finished().at(-1)).toMatchObject({
      ...{ stepId: 'd', status: 'FAILED', output: null },
      error: { code: 'STEP_INCOMPLETE', message: 'The step lacks amount, unit.' },
    });
  });

  test.each([
    ['mail', mail],
    ['a condition', filter],
    ['a contact', ['UPDATE_CONTACT', { data: {} }] as const],
    ['a call', ['WEBHOOK', { url: 'https://example.com', onFailure: 'continue' }] as const],
  ])('%s that fails ends it', (_name, step) => {
    const run = executionOf(graphFrom({ step, after: mail }, [['step', 'after']], 'step'));

    run.run().feed({ kind: 'failed', error: { code: 'TEMPLATE_GONE', message: 'x' } });

    expect(run.effect()).toEqual({ kind: 'finish', status: 'FAILED', exitReason: 'step_failed' });
    expect(run.finished().at(-1)).toMatchObject({ status: 'FAILED', error: { code: 'TEMPLATE_GONE' } });
  });

  test.each([
    ['before its first step', (run: ReturnType<typeof executionOf>) => run, 'trigger', null],
    ['while something is done', (run: ReturnType<typeof executionOf>) => run.run(), 'mail', '2026-03-01T10:00:00.000Z'],
    [
      'while it waits',
      (run: ReturnType<typeof executionOf>) => run.run().feed({ kind: 'mailMade', output: {} }),
      'day',
      '2026-03-01T10:00:00.000Z',
    ],
  ])('is cancelled %s', (_name, until, stepId, startedAt) => {
    const run = until(executionOf(graphFrom({ mail, day }, [['mail', 'day']], 'mail')));

    run.feed({ kind: 'cancel', reason: 'cancelled_all' });

    expect(run.effect()).toEqual({ kind: 'finish', status: 'CANCELLED', exitReason: 'cancelled_all' });
    expect(run.finished().at(-1)).toMatchObject({ stepId, status: 'SKIPPED', startedAt, error: null });
    expect(run.feed({ kind: 'cancel', reason: 'cancelled' }).hasChanged()).toBe(false);
  });

  test('a condition takes the transition of its branch; without one it ends', () => {
    const graph = graphFrom({ ask: filter, mail }, [['ask', 'mail', 'no']], 'ask');
    const taken = (branch: string): string => {
      const run = executionOf(graph).run().feed({ kind: 'conditionEvaluated', branch, output: {} });
      return run.state().stepId;
    };

    expect(taken('no')).toBe('mail');
    expect(taken('yes')).toBe('ask');
  });
});

describe('what does not fit the state', () => {
  const graphs: Record<string, Graph> = {
    mail: graphFrom({ mail }, [], 'mail'),
    day: graphFrom({ day }, [], 'day'),
    wait: graphFrom({ wait }, [], 'wait'),
    ask: graphFrom({ ask: filter }, [], 'ask'),
    ended: graphFrom({}, []),
  };
  const at = new Date('2026-03-01T10:00:00.000Z');
  const happenings: Happening[] = [
    { kind: 'run' },
    { kind: 'due' },
    { kind: 'event', data: {}, at },
    { kind: 'mailMade', output: {} },
    { kind: 'conditionEvaluated', branch: 'yes', output: {} },
    { kind: 'contactUpdated', output: {} },
    { kind: 'callBegins', at },
    { kind: 'callEnded', url: '', outcome: { kind: 'network', message: '' }, at, spread: 0 },
    { kind: 'failed', error: { code: 'X', message: '' } },
    { kind: 'cancel', reason: 'cancelled' },
  ];
  const fitting: Record<string, string[]> = {
    mail: ['mailMade', 'failed', 'cancel'],
    day: ['cancel'],
    wait: ['event', 'cancel'],
    ask: ['conditionEvaluated', 'failed', 'cancel'],
    ended: [],
  };

  test.each(Object.entries(fitting))('at %s only %j changes anything', (name, kinds) => {
    const graph = graphs[name] ?? graphFrom({}, []);
    const { state } = advance(graph, startExecution(graph, { context: {}, at }), { kind: 'run' }, at);

    const results = happenings.map((happening) => ({ kind: happening.kind, ...advance(graph, state, happening, at) }));

    expect(results.filter(({ hasChanged }) => hasChanged).map(({ kind }) => kind)).toEqual(kinds);
    for (const result of results.filter(({ hasChanged }) => !hasChanged)) {
      expect(result.state).toBe(state);
      expect(result).toMatchObject({ finished: [], effect: effectOf(graph, state) });
    }
  });
});
