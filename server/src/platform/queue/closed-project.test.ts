import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { defineTask, type ProjectId, projectContext } from '#platform/context';
import { startTestApp, type TestApp } from '#testing';
import { runWaitingTasks } from './index.ts';

let app: TestApp;
const done: string[] = [];

/** They have the names, and so the queues, of tasks that the migrator knows. */
const run = { payload: z.object({ note: z.string() }), retry: { attempts: 2 } };
const write = (ctx: Parameters<Parameters<typeof defineTask>[0]['run']>[0], { note }: { note: string }) =>
  ctx.transaction(async ({ db }) => {
    await db.selectFrom('projects').select('id').execute();
    done.push(note);
  });
const plain = defineTask({ ...run, name: 'contacts.import', run: write });
const merged = defineTask({ ...run, name: 'contacts.fold-tallies', isMerged: true, run: write });

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());

const query = (text: string, values: unknown[] = []) => app.app.services.database.pool.query(text, values);
const work = () => runWaitingTasks(app.app.services.queue, [plain, merged], app.app.contexts, app.app.services.log);
const tasks = async (projectId: string) => {
  const { rows } = await query(
    `select name, state::text, data, retry_count, priority, group_id, singleton_key, start_after > now() as is_later
       from queue.job where data->>'projectId' = $1 and state <> 'completed' order by name`,
    [projectId],
  );
  return rows;
};

test('tasks of a project that is being reset wait for its end and use up no try; those of one that is gone end', async () => {
  const { id } = await app.given.project();
  await projectContext(app.app.services, id).transaction(async (tx) => {
    await tx.enqueue(plain, { note: 'plain' });
    await tx.enqueue(merged, { note: 'merged' }, { mergeKey: 'one' });
  });
  const before = await tasks(id);
  await query('update projects set wipe_began_at = now(), reset_job_id = $2 where id = $1', [id, randomUUID()]);

  for (let times = 0; times < 3; times += 1) {
    expect(await work()).toBe(2);
    expect(done).toEqual([]);
    expect(await tasks(id)).toEqual(before.map((task) => ({ ...task, is_later: true })));
    await query(`update queue.job set start_after = now() where state = 'created'`);
  }
  await query('update projects set wipe_began_at = null, reset_job_id = null where id = $1', [id]);
  await work();
  expect(done.toSorted()).toEqual(['merged', 'plain']);

  const gone = randomUUID() as ProjectId; // of no project
  const data = { projectId: gone, payload: { note: 'gone' } };
  await app.app.services.queue.boss.send(plain.name, data);
  expect(await work()).toBe(1);
  expect([done, await tasks(gone)]).toEqual([['plain', 'merged'], []]);
});
