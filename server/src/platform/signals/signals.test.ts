import { expect, test } from 'vitest';
import { defineSignal, makeSignals, on } from './index.ts';

const Rung = defineSignal<string>('bells.rung');
const Quiet = defineSignal<string>('bells.quiet');

function heard(...conditions: (string | undefined)[]) {
  const calls: string[] = [];
  const listeners = conditions.map((when, index) =>
    on(
      Rung,
      async (_tx: null, payloads: readonly string[]) => void calls.push(`${index}: ${payloads.join()}`),
      when === undefined ? {} : { when },
    ),
  );
  return { calls, signals: makeSignals<null>(listeners) };
}

test('listeners whose condition does not hold are left out, in the order of the statement that asks for them', async () => {
  const { calls, signals } = heard('a = $1', undefined, 'b = $1 or c = $1', 'd = $1');

  await signals.emitTo(null, { signal: Rung, holds: [false, true, false] }, ['x', 'y']);

  expect(signals.conditionsOf(Rung as never)).toBe('select array[(a = $1), (b = $1 or c = $1), (d = $1)] as holds');
  expect(calls).toEqual(['1: x,y', '2: x,y']);
});

test('a signal without a look at the conditions reaches every listener, and nothing is asked where there is no condition', async () => {
  const { calls, signals } = heard('false', undefined);

  await signals.emit(null, Rung, ['x']);

  expect(calls).toEqual(['0: x', '1: x']);
  expect(signals.conditionsOf(Quiet as never)).toBeNull();
  expect(heard(undefined).signals.conditionsOf(Rung as never)).toBeNull();
});
