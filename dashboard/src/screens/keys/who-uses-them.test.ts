import { expect, test } from 'vitest';
import { agentOf, callsOf, lastUseOf, usersInWords } from './who-uses-them.ts';

const use = (over: Partial<Parameters<typeof usersInWords>[0][number]>) => ({
  kind: 'secret' as const,
  userAgent: 'shop/3.2',
  clientAddress: '203.0.113.7',
  lastUsedAt: '2026-11-12T12:00:00.000Z',
  calls24h: 1,
  ...over,
});

test('an agent is its name and version, and visitors are said to be visitors', () => {
  expect(agentOf(use({ userAgent: 'shop/3.2 (linux; x64)' }))).toEqual({ name: 'shop', rest: '3.2' });
  expect(agentOf(use({ userAgent: 'nightly' }))).toEqual({ name: 'nightly', rest: '' });
  expect(agentOf(use({ kind: 'public', userAgent: null })).name).toBe('Visitors');
  expect(agentOf(use({ userAgent: '' })).name).toBe('No agent');
});

test('users are counted by line and by address', () => {
  const usage = [
    use({ calls24h: 5 }),
    use({ userAgent: 'planner/1.8', calls24h: 2, lastUsedAt: '2026-11-12T13:00:00.000Z' }),
    use({ kind: 'public', userAgent: null, clientAddress: null }),
  ];

  expect(usersInWords(usage)).toBe('3 agents from 1 address');
  expect(callsOf(usage)).toBe(8);
  expect(lastUseOf(usage)).toBe('2026-11-12T13:00:00.000Z');
});
