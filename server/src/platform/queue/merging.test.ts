import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { defineInstanceTask, instanceContext } from '#platform/context';
import { startTestApp, type TestApp } from '#testing';
import { runWaitingTasks } from './index.ts';

let app: TestApp;
const seen: string[][] = [];

/** Has the name, and so the queue, of a task that the migrator knows. */
const merged = defineInstanceTask({
  name: 'projects.erase',
  payload: z.object({}),
  isMerged: true,
  async run(ctx) {
    seen.push(
      await ctx.read(async ({ db }) => (await db.selectFrom('users').select('email').execute()).map((u) => u.email)),
    );
  },
});

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());

const ctx = () => instanceContext(app.app.services);
const runAll = () => runWaitingTasks(app.app.services.queue, [merged], app.app.contexts, app.app.services.log);
const signal = () => Promise.withResolvers<void>();

test('a task that is fetched while a transaction relies on it runs after that transaction', async () => {
  await ctx().transaction((tx) => tx.enqueue(merged, {}));
  const [dropped, mayCommit] = [signal(), signal()];
  const email = 'late@example.com';
  const late = ctx().transaction(async (tx) => {
    await tx.db.insertInto('users').values({ id: tx.newId(), email, createdAt: tx.now, updatedAt: tx.now }).execute();
    await tx.enqueue(merged, {});
    dropped.resolve();
    await mayCommit.promise;
  });
  await dropped.promise;

  const run = runAll();
  setTimeout(() => mayCommit.resolve(), 300);
  await Promise.all([late, run]);
  await runAll();

  expect(seen.at(-1)).toContain(email);
});

test('a stream of transactions that enqueue the same task cannot delay it forever', async () => {
  let isOver = false;
  const committed = signal();
  const stream = async () => {
    while (!isOver) {
      await ctx().transaction(async (tx) => {
        await tx.enqueue(merged, {});
        await new Promise((done) => setTimeout(done, 15));
      });
      committed.resolve();
    }
  };
  const streams = [stream(), stream(), stream()];
  await committed.promise;
  const before = seen.length;

  await runAll();
  const ran = seen.length - before;
  isOver = true;
  await Promise.all(streams);

  expect(ran).toBe(1);
});
