import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { lockWaits } from '#testing/lock-waits';
import { openProjectSetup, type ProjectSetup } from '#testing/project-setup';
import { connect } from '#testing/spool-setup';
import { until } from '#testing/until';

let setup: ProjectSetup;
beforeAll(async () => {
  setup = await openProjectSetup({});
});
afterAll(() => setup.close());

test('a project has at most 500 workflows, also when one is created and one copied at once', async () => {
  const { id: projectId, secretKey } = setup.project;
  const api = setup.app.as(secretKey);
  const { id } = (await api.post('/workflows', { name: 'First' })).body;
  await setup.rows(
    `insert into workflows (project_id, id, name, created_at, updated_at)
     select $1, gen_random_uuid(), 'W' || n, now(), now() from generate_series(1, 498) n`,
    [projectId],
  );

  // Counting goes on and writing does not: requests that count at the same time see the same number.
  const holder = await connect(setup.app.databaseUrl);
  onTestFinished(() => holder.end());
  await holder.query('begin; lock table workflows in share mode');
  const requests = [api.post('/workflows', { name: 'New' }), api.post(`/workflows/${id}/duplicate`)];
  expect(await until(async () => (await lockWaits(setup.client)) === 2)).toBe(true);
  await holder.query('commit');
  const replies = await Promise.all(requests);

  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400]);
  expect(replies.find(({ status }) => status === 400)?.body.error).toMatchObject({
    code: 'WORKFLOW_LIMIT_REACHED',
    details: { limit: 'workflows' },
  });
});
