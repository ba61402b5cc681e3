import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#platform/db';
import { makeLogger } from '#platform/log';
import { copyDatabase, dropDatabase, urlOf } from '#testing/database';
import { hearWakeCalls, tellOthers } from './wake-calls.ts';

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
  const teller = tellOthers([spool], database, log);
  const heard: string[] = [];
  const calls = hearWakeCalls(url, log, (spoolName) => heard.push(spoolName));
  onTestFinished(async () => {
    teller.stop();
    await calls.stop();
    await database.close();
    await dropDatabase(name);
  });
  await vi.waitFor(() => expect(calls.isHeard).toBe(true));
  const wake = (): void => {
    for (const listener of listeners) listener();
  };
  return { database, calls, heard, wake };
}

test('a wake-up in one process is heard in another, and many at once are few calls', async () => {
  const { heard, wake } = await setUp();
  wake();
  await vi.waitFor(() => expect(heard).toEqual(['mails']));

  for (let count = 0; count < 1_000; count += 1) wake();
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(1));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(heard.length).toBeLessThan(4);
});

test('wake-ups that come one after the other are one call in 50 ms', async () => {
  const { heard, wake } = await setUp();
  const began = performance.now();
  for (let count = 0; count < 100; count += 1) {
    wake();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const mostCalls = 2 + (performance.now() - began) / 50;
  await new Promise((resolve) => setTimeout(resolve, 200));

  expect(heard.length).toBeGreaterThan(1);
  expect(heard.length).toBeLessThanOrEqual(mostCalls);
});

test('a lost connection is known, made anew, and hears again', async () => {
  const { database, calls, heard, wake } = await setUp();
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'postrider-wake' and datname = current_database()`,
  );
  await vi.waitFor(() => expect(calls.isHeard).toBe(false));
  await vi.waitFor(() => expect(calls.isHeard).toBe(true), { timeout: 10_000 });

  wake();
  await vi.waitFor(() => expect(heard).toEqual(['mails']));
});
