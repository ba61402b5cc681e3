import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { NoFreeSlot } from '#platform/shares';
import { CallSlots } from './index.ts';

/** Calls that end when the test says so; `under` are those that were begun and have not ended. */
function calls(slots: CallSlots) {
  const under: { name: string; end(): void }[] = [];
  const start = (project: string, url: string): Promise<void> =>
    slots.within(project, url, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const entry = { name: `${project} ${new URL(url).host}`, end: resolve };
      under.push(entry);
      return promise.finally(() => under.splice(under.indexOf(entry), 1));
    });
  return { start, under, names: () => under.map(({ name }) => name) };
}

test('a project has five calls at once and two to one host, and others do not wait for it (D-917)', async () => {
  const { start, under, names } = calls(new CallSlots());
  const all: Promise<void>[] = [];
  for (let n = 0; n < 4; n += 1) all.push(start('p', 'https://slow.test/'));
  for (const host of ['a', 'b', 'c', 'd']) all.push(start('p', `https://${host}.test/`));
  all.push(start('q', 'https://slow.test/'));
  await turn();

  expect(names()).toEqual(['p slow.test', 'p slow.test', 'p a.test', 'p b.test', 'p c.test', 'q slow.test']);

  while (under.length > 0) {
    const ofProject = names().filter((name) => name.startsWith('p '));
    expect(ofProject.length).toBeLessThanOrEqual(5);
    expect(ofProject.filter((name) => name.endsWith('slow.test')).length).toBeLessThanOrEqual(2);
    under[0]?.end();
    await turn();
  }
  await Promise.all(all);
});

test('a host is the same with another port, other letters and a final dot', async () => {
  const { start, under } = calls(new CallSlots());
  const urls = ['https://one.test/', 'https://ONE.test:8443/x', 'https://one.test./'];
  const all = urls.map((url) => start('p', url));
  await turn();

  expect(under).toHaveLength(2);

  for (; under.length > 0; await turn()) under[0]?.end();
  await Promise.all(all);
});

test('a caller that does not want to wait is told at once, and leaves nothing behind', async () => {
  const slots = new CallSlots();
  const { start, under } = calls(slots);
  const url = 'https://one.test/';
  const held = [start('p', url), start('p', url)];
  await turn();

  await expect(slots.within('p', url, async () => 1, { maxWaiting: 0 })).rejects.toBeInstanceOf(NoFreeSlot);

  for (; under.length > 0; await turn()) under[0]?.end();
  await Promise.all(held);
  expect(await slots.within('p', url, async () => 2, { maxWaiting: 0 })).toBe(2);
});

test('a call that throws gives its slots back', async () => {
  const slots = new CallSlots();
  const failing = (): Promise<never> => Promise.reject(new Error('no'));

  for (let n = 0; n < 6; n += 1) await expect(slots.within('p', 'https://one.test/', failing)).rejects.toThrow('no');

  expect(await slots.within('p', 'https://one.test/', async () => 3, { maxWaiting: 0 })).toBe(3);
});
