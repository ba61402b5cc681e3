import { expect, test } from 'vitest';
import { runStatements } from '#testing/database';
import { testApp } from '#testing/test-app';
import type { AppServices } from './services.ts';
import { startWork } from './start-work.ts';

test('work that cannot begin when the pause ends is an error that nobody catches, which ends the process', async () => {
  const { app, databaseUrl } = await testApp();
  const broken = { work: () => Promise.reject(new Error('no queue')) };
  const queue = { ...app.services.queue, boss: broken };
  const services = { ...app.services, queue } as unknown as AppServices; // as much of it as is used here
  await runStatements(databaseUrl, 'insert into worker_pause (paused_at, backup_at) values (now(), now())');

  const work = await startWork(services, app.contexts);
  const ended = work.stop(); // waits for the same promise, so the error is seen here and not by the process
  const seen = expect(ended).rejects.toThrow('no queue');
  await runStatements(databaseUrl, 'delete from worker_pause');

  await seen;
}, 120_000);
