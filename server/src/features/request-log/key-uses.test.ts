import { expect, test } from 'vitest';
import type { FinishedCall } from '#platform/http';
import { newId } from '#platform/ids';
import { KeyUses } from './key-uses.ts';

const requestId = newId();
const call = (agent: string, projectId = 'a project'): FinishedCall =>
  ({
    projectId,
    requestId,
    caller: { kind: 'secret', keyLast4: 'abcd' },
    clientAddress: '192.0.2.1',
    headers: { 'user-agent': agent },
  }) as unknown as FinishedCall; // what is counted of a call

test('calls with the same key, user agent and network are one use', () => {
  const uses = new KeyUses();
  for (const agent of ['curl', 'curl', 'wget']) uses.count(call(agent));

  expect(uses.take(0)).toMatchObject([
    { user_agent: 'curl', calls: 2 },
    { user_agent: 'wget', calls: 1 },
  ]);
  expect(uses.size).toBe(0);
});

test('a caller who was counted rests, a new one does not, and in the end all are taken', () => {
  const uses = new KeyUses();
  const calls = (taken: readonly { calls: number }[]): number[] => taken.map((use) => use.calls);
  uses.count(call('curl'));
  expect(calls(uses.take(1_000))).toEqual([1]);

  for (const agent of ['curl', 'curl', 'wget', 'curl']) uses.count(call(agent));
  expect([uses.size, uses.fresh]).toEqual([2, 1]);
  expect(calls(uses.take(5_999))).toEqual([1]);
  expect([uses.size, uses.fresh]).toEqual([1, 0]);
  expect(calls(uses.take(6_000))).toEqual([3]);

  uses.count(call('curl'));
  expect(calls(uses.take(7_000))).toEqual([]);
  expect(calls(uses.takeAll())).toEqual([1]);
});

test('a caller who invents user agents fills no memory: beyond a number they are one sum for each project, and no call is lost', () => {
  const uses = new KeyUses();
  for (let n = 0; n < 20_000; n += 1) uses.count(call(`agent ${n}`));
  uses.count(call('curl', 'another project'));

  expect(uses.size).toBe(5_002);
  expect(uses.take(0).reduce((sum, { calls }) => sum + calls, 0)).toBe(20_001);
});

test('a caller who is known keeps its line while others invent user agents, and few lines rest', () => {
  const uses = new KeyUses();
  uses.count(call('curl'));
  for (let n = 0; n < 6_000; n += 1) uses.count(call(`agent ${n}`));
  uses.count(call('curl'));
  expect(uses.take(0).find((use) => use.user_agent === 'curl')?.calls).toBe(2);

  for (let n = 0; n < 6_000; n += 1) uses.count(call(`agent ${n}`));
  uses.take(1_000);
  expect(uses.size).toBeLessThanOrEqual(1_000);
});
