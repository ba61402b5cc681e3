import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#platform/db';
import { makeLogger } from '#platform/log';
import { copyDatabase, dropDatabase, urlOf } from '#testing/database';
import { listenForWakeCalls, notifyOthers } from './wake-calls.ts';

const log = makeLogger({ level: 'silent' });

async function setUp() {
  const name = await copyDatabase(inject('templateDatabase'));
  const url = urlOf(name);
  const database = openDatabase({ url, size: 2 });
  const listeners = new Set<() => void>();
  const spool = {
    name: 'mails',
    onWake(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const notifier = notifyOthers([spool], database, log);
  const received: string[] = [];
  const calls = listenForWakeCalls(url, log, (spoolName) => received.push(spoolName));
  onTestFinished(async () => {
    notifier.stop();
    await calls.stop();
    await database.close();
    await dropDatabase(name);
  });
  await vi.waitFor(() => expect(calls.isListening).toBe(true), { timeout: 10_000 });
  const wake = (): void => {
    for (const listener of listeners) listener();
  };
  return { database, calls, received, wake };
}

test('a wake-up in one process is received in another, and many at once are few calls', async () => {
  const { received, wake } = await setUp();
  wake();
  await vi.waitFor(() => expect(received).toEqual(['mails']), { timeout: 10_000 });

  for (let count = 0; count < 1_000; count += 1) wake();
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(1), { timeout: 10_000 });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(received.length).toBeLessThan(4);
});

test('wake-ups one after the other are one call in 50 ms', async () => {
  const { received, wake } = await setUp();
  const began = performance.now();
  for (let count = 0; count < 100; count += 1) {
    wake();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const maxCalls = 2 + (performance.now() - began) / 50;
  await new Promise((resolve) => setTimeout(resolve, 200));

  expect(received.length).toBeGreaterThan(1);
  expect(received.length).toBeLessThanOrEqual(maxCalls);
});

test('a lost connection is detected and replaced, and calls are received again', async () => {
  const { database, calls, received, wake } = await setUp();
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'postrider-wake' and datname = current_database()`,
  );
  await vi.waitFor(() => expect(calls.isListening).toBe(false), { timeout: 10_000 });
  await vi.waitFor(() => expect(calls.isListening).toBe(true), { timeout: 10_000 });

  wake();
  await vi.waitFor(() => expect(received).toEqual(['mails']), { timeout: 10_000 });
});
