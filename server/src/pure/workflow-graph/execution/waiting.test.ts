import { describe, expect, test } from 'vitest';
import { executionOf } from '#testing/execution-script';
import { graphFrom } from '#testing/graph-from';
import type { ExecutionState, Happening } from '../index.ts';

const templateId = '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77';
const mail = ['SEND_EMAIL', {}, templateId] as const;
const day = ['DELAY', { amount: 1, unit: 'days' }] as const;
const minute = ['DELAY', { amount: 1, unit: 'minutes' }] as const;
const wait = ['WAIT_FOR_EVENT', { eventName: 'paid', timeout: 60 }] as const;
const filter = ['CONDITION', { field: 'a', operator: 'exists' }] as const;

describe('arrival (D-934)', () => {
  const arrivalOf = (state: ExecutionState): string => state.arrivedAt.slice(11, 19);
  const start = '2026-03-01T10:00:00.000Z';

  test('mail, conditions and contacts take no time', () => {
    const run = executionOf(
      graphFrom(
        { mail, ask: filter, wait },
        [
          ['mail', 'ask'],
          ['ask', 'wait', 'yes'],
        ],
        'mail',
      ),
    );

    run.at('10:05:00').run().feed({ kind: 'mailMade', output: {} });
    run.at('10:06:00').feed({ kind: 'conditionEvaluated', branch: 'yes', output: {} });

    expect(run.effect()).toMatchObject({
      kind: 'waitForEvent',
      since: new Date(start),
      until: new Date('2026-03-01T10:01:00.000Z'),
    });
  });

  test('after a DELAY it is the moment for which it was planned', () => {
    const run = executionOf(graphFrom({ day, wait }, [['day', 'wait']], 'day'));

    run.run().at('2026-03-02T10:00:09.000Z').feed({ kind: 'due' });

    expect(run.state().arrivedAt).toBe('2026-03-02T10:00:00.000Z');
  });

  test('a series of delays that are over already ends at once, each from the end of the one before it', () => {
    const run = executionOf(
      graphFrom(
        { a: minute, b: minute, c: minute },
        [
          ['a', 'b'],
          ['b', 'c'],
        ],
        'a',
      ),
    );

    run.at('10:02:30').run();

    expect(run.effect()).toEqual({ kind: 'wait', until: new Date('2026-03-01T10:03:00.000Z') });
    expect(run.finished()).toHaveLength(3);
  });

  test.each([
    ['10:10:00', '2026-03-01T10:01:00.000Z', 'COMPLETED'],
    ['10:10:01', '2026-03-01T10:11:01.000Z', 'WAITING'],
  ])('at %s, more than 10 minutes late or not, a delay ends at %s', (now, resumeAt, status) => {
    const run = executionOf(graphFrom({ minute }, [], 'minute'));

    run.at(now).run();

    expect(run.state().status).toBe(status);
    expect(run.finished().at(-1)?.output?.resumeAt ?? run.state().open?.executeAfter).toBe(resumeAt);
  });

  test('a time-out counts from now after a stop of the workers, the events since the arrival all the same', () => {
    const run = executionOf(graphFrom({ wait }, [], 'wait'));

    run.at('11:00:00').run();

    expect(run.effect()).toEqual({
      ...{ kind: 'waitForEvent', eventName: 'paid' },
      ...{ since: new Date(start), until: new Date('2026-03-01T11:01:00.000Z') },
    });
  });

  test('after a wait it is the time of the event, or that of the time-out', () => {
    const graph = graphFrom({ wait, mail }, [['wait', 'mail']], 'wait');
    const woken = executionOf(graph)
      .run()
      .at('10:00:40')
      .feed({ kind: 'event', data: null, at: new Date('2026-03-01T10:00:30.000Z') });
    const timedOut = executionOf(graph).run().at('10:09:00').feed({ kind: 'due' });

    expect(arrivalOf(woken.state())).toBe('10:00:30');
    expect(arrivalOf(timedOut.state())).toBe('10:01:00');
  });

  test('after a WEBHOOK it is the beginning of the first attempt', () => {
    const run = executionOf(
      graphFrom({ hook: ['WEBHOOK', { url: 'https://example.com' }], mail }, [['hook', 'mail']], 'hook'),
    );
    const ended = (statusCode: number): Happening => ({
      ...{ kind: 'callEnded', url: 'https://example.com', at: run.now(), spread: 0.5 },
      outcome: { kind: 'reply', statusCode, body: '', isWhole: true, retryAfterSeconds: null },
    });

    run.run().at('10:00:05').feed({ kind: 'callBegins', at: run.now() }).at('10:00:06').feed(ended(500));
    run
      .at('10:00:16')
      .feed({ kind: 'due' })
      .feed({ kind: 'callBegins', at: run.now() })
      .at('10:00:20')
      .feed(ended(200));

    expect(run.state()).toMatchObject({ stepId: 'mail', arrivedAt: '2026-03-01T10:00:05.000Z' });
  });
});

describe('waiting for an event (D-913)', () => {
  const graph = graphFrom(
    { wait, yes: mail, no: mail },
    [
      ['wait', 'yes'],
      ['wait', 'no', 'timeout'],
    ],
    'wait',
  );
  const event = (time: string, data: Record<string, string> | null = { plan: 'pro' }): Happening => ({
    ...{ kind: 'event', data, at: new Date(`2026-03-01T${time}.000Z`) },
  });

  test('an event wakes it, and its data is merged key by key at the top level', () => {
    const run = executionOf(graph, { plan: 'free', deep: { a: 1 } }).run();

    run.feed(event('10:00:30'));

    expect(run.state()).toMatchObject({ stepId: 'yes', context: { plan: 'pro', deep: { a: 1 } } });
    expect(run.finished().at(-1)).toMatchObject({
      ...{ branch: 'event', scheduledFor: '2026-03-01T10:01:00.000Z' },
      output: { eventName: 'paid', eventData: { plan: 'pro' }, receivedAt: '2026-03-01T10:00:30.000Z' },
    });
  });

  test('a time-out goes its own way, or that of the event if it has none', () => {
    const own = executionOf(graph).run().at('10:01:00').feed({ kind: 'due' });
    const none = executionOf(graphFrom({ wait, yes: mail }, [['wait', 'yes', 'event']], 'wait')).run();
    none.at('10:01:00').feed({ kind: 'due' });

    expect(own.state().stepId).toBe('no');
    expect(own.finished().at(-1)).toMatchObject({ branch: 'timeout', output: { timedOut: true, eventName: 'paid' } });
    expect(none.state().stepId).toBe('yes');
  });

  test('an event without its own way does not go that of the time-out', () => {
    const run = executionOf(graphFrom({ wait, no: mail }, [['wait', 'no', 'timeout']], 'wait')).run();

    expect(run.feed(event('10:00:30')).state().status).toBe('COMPLETED');
  });

  test.each([
    ['10:01:00', 'yes'],
    ['10:01:01', 'no'],
  ])('an event at %s that a late worker sees before the time-out of 10:01:00 leads to %s', (time, stepId) => {
    const run = executionOf(graph).run().at('10:05:00');

    expect(run.feed(event(time)).state().stepId).toBe(stepId);
  });

  test('it is not over before its time', () => {
    const run = executionOf(graph).run().at('10:00:59');

    expect(run.feed({ kind: 'due' }).hasChanged()).toBe(false);
  });

  test('data that would make the context larger than 64 KB is left out, and the output says so (D-924)', () => {
    const full = { a: 'x'.repeat(65_536 - '{"a":"","b":"1"}'.length) };
    const fits = executionOf(graph, full)
      .run()
      .feed(event('10:00:30', { b: '1' }));
    const exceeds = executionOf(graph, full)
      .run()
      .feed(event('10:00:30', { b: '12' }));

    expect(Object.keys(fits.state().context)).toEqual(['a', 'b']);
    expect(fits.finished().at(-1)?.output).not.toHaveProperty('contextTooLarge');
    expect(Object.keys(exceeds.state().context)).toEqual(['a']);
    expect(exceeds.finished().at(-1)?.output).toMatchObject({ contextTooLarge: true, eventData: { b: '12' } });
  });
});
