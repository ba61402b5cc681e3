import { expect, test } from 'vitest';
import { runSchedule } from '#testing';
import { forTest, openProjectSetup } from '#testing/project-setup';

test('until all mails are counted, days are left out, an object says so, and the total of the list has its limit (D-1004)', async () => {
  const setup = await forTest(openProjectSetup({}));
  const server = setup.app.as(setup.project.secretKey);
  await setup.rows(`insert into mail_figure_fills values ($1, '2026-06-03T00:00:00Z')`, [setup.project.id]);
  const period = 'from=2026-06-01&to=2026-06-05&tz=UTC';

  const days = await server.get(`/analytics/timeseries?${period}`);
  const stats = await server.get(`/activity/stats?${period}`);
  await runSchedule(setup.app, 'emails.find-uncounted');
  await setup.app.settle();

  expect(days.body.map(({ date }: { date: string }) => date)).toEqual(['2026-06-03', '2026-06-04']);
  expect(stats.body.incompleteBefore).toBe('2026-06-03T00:00:00.000Z');
  expect((await server.get(`/analytics/timeseries?${period}`)).body).toHaveLength(4);
  expect((await server.get(`/activity/stats?${period}`)).body).not.toHaveProperty('incompleteBefore');
});

test('the total of all emails is exact beyond the number that is counted otherwise (D-1005)', async () => {
  const setup = await forTest(openProjectSetup({}));
  const server = setup.app.as(setup.project.secretKey);
  await setup.rows(
    `insert into emails (project_id, id, status, from_email, type, source_type, created_at, updated_at)
     select $1, gen_random_uuid(), 'SENT', 'a@acme.example', 'TRANSACTIONAL', 'TRANSACTIONAL', now() - n % 500 * interval '1 hour', now()
       from generate_series(1, 10050) n`,
    [setup.project.id],
  );
  expect((await server.get('/emails')).body.total).toBe(10_050);

  await runSchedule(setup.app, 'emails.fold-figures');

  expect((await server.get('/emails')).body.total).toBe(10_050);
  expect((await server.get('/emails?type=TRANSACTIONAL')).body.total).toBe(10_000);
}, 30_000);
