import { describe, expect, test } from 'vitest';
import { executionOf, type ScriptedExecution } from '#testing/execution-script';
import { graphFrom } from '#testing/graph-from';
import type { CallOutcome, Step } from '../index.ts';

const url = 'https://example.com/1';

function started(config: Step['config'] = {}, context: Step['config'] = {}): ScriptedExecution {
  const hook = ['WEBHOOK', { url: 'https://example.com/{{ id }}', ...config }] as const;
  return executionOf(graphFrom({ hook, after: ['EXIT', {}] }, [['hook', 'after']], 'hook'), context).run();
}

const reply = (
  statusCode: number,
  body = '',
  more: { isWhole?: boolean; retryAfterSeconds?: number } = {},
): CallOutcome => ({
  ...{ kind: 'reply', statusCode, body, isWhole: true, retryAfterSeconds: null },
  ...more,
});
const network: CallOutcome = { kind: 'network', message: 'no route' };

const end = (run: ScriptedExecution, outcome: CallOutcome, spread = 0.5): ScriptedExecution =>
  run.feed({ kind: 'callEnded', url, outcome, at: run.now(), spread });

/** Seconds until the next attempt; null when there is none. */
function pause(run: ScriptedExecution): number | null {
  const effect = run.effect();
  return effect.kind === 'wait' ? (effect.until.getTime() - run.now().getTime()) / 1_000 : null;
}

function nextAttempt(run: ScriptedExecution): ScriptedExecution {
  const effect = run.effect();
  if (effect.kind !== 'wait') throw new Error('there is no next attempt');
  return run.at(effect.until.toISOString()).feed({ kind: 'due' });
}

describe('the attempts of a WEBHOOK (D-917)', () => {
  test('there are 5, with pauses of 10 s, 1 min, 4 min and 9 min', () => {
    const run = started();
    const pauses: (number | null)[] = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(run.effect()).toMatchObject({ kind: 'callWebhook', attempt });
      end(run, network);
      pauses.push(pause(run));
      if (attempt < 5) nextAttempt(run);
    }

    expect(pauses).toEqual([10, 60, 240, 540, null]);
    expect(run.effect()).toEqual({ kind: 'finish', status: 'FAILED', exitReason: 'step_failed' });
    expect(run.finished().at(-1)).toMatchObject({
      ...{ stepId: 'hook', status: 'FAILED', attempt: 5, error: { code: 'WEBHOOK_FAILED', message: 'no route' } },
      output: { url, method: 'POST', statusCode: null, success: false, response: null, attempts: 5 },
    });
  });

  test('between attempts it is SCHEDULED and shows the last error', () => {
    const run = end(started(), reply(503));

    expect(run.state()).toMatchObject({
      status: 'WAITING',
      open: { status: 'SCHEDULED', attempt: 1, error: { message: 'The address replied with 503.' } },
    });
    expect(nextAttempt(run).state()).toMatchObject({ status: 'RUNNING', open: { status: 'RUNNING', attempt: 2 } });
  });

  test.each([
    [0, 8],
    [1, 12],
    [-5, 8],
    [9, 12],
  ])('chance %d makes the first pause %d s', (spread, seconds) => {
    expect(pause(end(started(), network, spread))).toBe(seconds);
  });

  test.each([
    [3, 10],
    [30, 30],
    [300, 300],
    [86_400, 300],
    [-1, 10],
  ])('Retry-After: %d makes it %d s', (retryAfterSeconds, seconds) => {
    expect(pause(end(started(), reply(429, '', { retryAfterSeconds })))).toBe(seconds);
  });

  test.each<[name: string, outcome: CallOutcome, isRepeated: boolean]>([
    ...[408, 429, 500, 502, 503, 599].map((code): [string, CallOutcome, boolean] => [`${code}`, reply(code), true]),
    ['a network error', network, true],
    ...[301, 302, 304, 400, 401, 404, 410].map((code): [string, CallOutcome, boolean] => [
      `${code}`,
      reply(code),
      false,
    ]),
    ['a request that cannot be made', { kind: 'refused', message: 'x' }, false],
  ])('after %s it is tried again: %#', (_name, outcome, isRepeated) => {
    const run = end(started(), outcome);

    expect(run.effect()).toMatchObject(isRepeated ? { kind: 'wait' } : { kind: 'finish', status: 'FAILED' });
  });

  test.each([200, 201, 204, 299])('%d is a success', (code) => {
    const run = end(started({ method: 'GET' }), reply(code, '{"ok":true}'));

    expect(run.effect()).toMatchObject({ status: 'EXITED' });
    expect(run.finished()[1]).toMatchObject({
      ...{ status: 'COMPLETED', error: null },
      output: { url, method: 'GET', statusCode: code, success: true, response: { ok: true }, attempts: 1, error: null },
    });
  });

  test('with onFailure: continue the step is completed without success', () => {
    const run = end(started({ onFailure: 'continue', saveAs: 'crm' }), reply(404, '{"no":1}'));

    expect(run.effect()).toMatchObject({ status: 'EXITED' });
    expect(run.finished()[1]).toMatchObject({
      ...{ status: 'COMPLETED', error: null },
      output: { success: false, statusCode: 404, response: { no: 1 }, error: { code: 'WEBHOOK_FAILED' }, saved: false },
    });
    expect(run.state().context).toEqual({});
  });
});

describe('the reply to a WEBHOOK', () => {
  const output = (run: ScriptedExecution) => run.finished()[1]?.output;
  const json = (bytes: number): string => JSON.stringify('x'.repeat(bytes - 2));

  test.each([
    ['JSON', '{"a":[1]}', { response: { a: [1] }, responseTruncated: false }],
    ['text', 'hello', { response: 'hello', responseTruncated: false }],
    ['nothing', '', { response: '', responseTruncated: false }],
    ['JSON of 4 KB', json(4_096), { response: 'x'.repeat(4_094), responseTruncated: false }],
    ['JSON of more', json(4_097), { response: json(4_097).slice(0, 4_096), responseTruncated: true }],
    [
      'text of more, whole characters only',
      `${'ü'.repeat(2_047)}😀`,
      { response: 'ü'.repeat(2_047), responseTruncated: true },
    ],
    ['U+0000 in JSON', '"\\u0000"', { response: '"\\u0000"' }],
    ['U+0000 in text', 'a\0b', { response: 'ab' }],
    ['half a character', '"\\ud83d"', { response: '\ufffd' }],
  ])('%s', (_name, body, expected) => {
    expect(output(end(started(), reply(200, body)))).toMatchObject(expected);
  });

  test('saveAs puts JSON into the context, and nothing else does (D-939)', () => {
    const saved = end(started({ saveAs: 'crm' }, { a: 1 }), reply(200, '{"id":7}'));
    const without = end(started(), reply(200, '{"id":7}'));

    expect(saved.state().context).toEqual({ a: 1, crm: { id: 7 } });
    expect(output(saved)).toMatchObject({ saved: true });
    expect(without.state().context).toEqual({});
    expect(output(without)).not.toHaveProperty('saved');
  });

  test.each([
    ['text', 'hello', 'NOT_JSON'],
    ['16 KB', json(16_384), undefined],
    ['more than 16 KB', json(16_385), 'TOO_LARGE'],
    ['more than 64 KB', json(65_537), 'NOT_JSON'],
    ['more than 40 levels', `${'['.repeat(40)}${']'.repeat(40)}`, 'NOT_JSON'],
    ['a very deep one', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 'NOT_JSON'],
  ])('a reply of %s', (_name, body, saveError) => {
    const run = end(started({ saveAs: 'crm' }), reply(200, body));

    expect(output(run)?.saved).toBe(saveError === undefined);
    expect(output(run)?.saveError).toBe(saveError);
    expect(Object.keys(run.state().context)).toEqual(saveError === undefined ? ['crm'] : []);
  });

  test('a reply that was not read to its end is not JSON', () => {
    expect(output(end(started({ saveAs: 'crm' }), reply(200, '1', { isWhole: false })))).toMatchObject({
      saved: false,
    });
  });

  test('a context that is full stays as it is', () => {
    const run = end(started({ saveAs: 'crm' }, { a: 'x'.repeat(65_520) }), reply(200, '{"id":7}'));

    expect(output(run)).toMatchObject({ saved: false, saveError: 'CONTEXT_TOO_LARGE', contextTooLarge: true });
    expect(Object.keys(run.state().context)).toEqual(['a']);
  });
});
