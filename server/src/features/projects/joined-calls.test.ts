import { expect, test } from 'vitest';
import { JoinedCalls } from './joined-calls.ts';

test('those that come before a call is sent join it, those that come later wait for the next', async () => {
  const calls = new JoinedCalls<string, string>();
  const sent: string[] = [];
  const connection = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const join = (item: string) =>
    calls.join('key', item, async (close) => {
      await connection.promise;
      sent.push(close().join(''));
      await answer.promise;
      return `call ${sent.length}`;
    });

  const first = [join('a'), join('b'), join('c')];
  connection.resolve();
  await new Promise(setImmediate);
  const later = [join('d'), join('e')];
  await new Promise(setImmediate);
  answer.resolve();

  expect(await Promise.all([...first, ...later])).toEqual(['call 2', 'call 2', 'call 2', 'call 2', 'call 2']);
  expect(sent).toEqual(['abc', 'de']);
});

test('a call that fails before it is sent fails for all, and the next one is tried anew', async () => {
  const calls = new JoinedCalls<string, string>();
  const failing = async () => {
    throw new Error('no connection');
  };

  const results = await Promise.allSettled([calls.join('key', 'a', failing), calls.join('key', 'a', failing)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await calls.join('key', 'b', async (close) => `for ${close().join()}`)).toBe('for b');
});
