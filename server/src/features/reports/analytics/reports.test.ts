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

test('breakdowns and the audience of a project from before them begin with the upgrade, and say so (D-1004)', async () => {
  const setup = await forTest(openProjectSetup({}));
  const server = setup.app.as(setup.project.secretKey);
  const from = '2026-06-03T10:15:00Z';
  await setup.rows('insert into mail_breakdown_starts values ($1, $2)', [setup.project.id, from]);
  await setup.rows('insert into contact_figure_starts values ($1, $2)', [setup.project.id, from]);
  await setup.rows(
    `insert into emails (project_id, id, status, from_email, type, source_type, template_id, created_at, sent_at, updated_at)
     select $1, gen_random_uuid(), 'SENT', 'a@acme.example', 'TRANSACTIONAL', 'TRANSACTIONAL', $1, at, at, now()
       from unnest(array['2026-06-03T10:00:00Z', '2026-06-03T10:15:00Z', '2026-06-04T09:00:00Z']::timestamptz[]) at`,
    [setup.project.id],
  );
  const read = async (path: string) => (await server.get(`${path}&tz=UTC&mode=all`)).body;

  const whole = await read('/analytics/deliverability?from=2026-06-01&to=2026-06-05');
  const later = await read('/analytics/deliverability?from=2026-06-04&to=2026-06-05');
  const earlier = await read('/analytics/deliverability?from=2026-06-01&to=2026-06-03');
  const [source] = await read('/analytics/sources?from=2026-06-01&to=2026-06-05');
  const days = await read('/analytics/audience?from=2026-06-01&to=2026-06-06');

  expect(whole).toMatchObject({ providers: [{ sent: 2 }], incompleteBefore: '2026-06-03T10:15:00.000Z' });
  expect(later).toMatchObject({ providers: [{ sent: 1 }] });
  expect(later).not.toHaveProperty('incompleteBefore');
  expect(earlier).toMatchObject({ providers: [], incompleteBefore: '2026-06-03T10:15:00.000Z' });
  expect(source).toMatchObject({ kind: 'template', accepted: 2, name: null });
  expect(days.map(({ date }: { date: string }) => date)).toEqual(['2026-06-04', '2026-06-05']);
});

test('whole days come from their sums, the ends of a period and what is not folded from quarters', async () => {
  const setup = await forTest(openProjectSetup({}));
  const server = setup.app.as(setup.project.secretKey);
  const mails = (at: string) =>
    setup.rows(
      `insert into emails (project_id, id, status, from_email, type, source_type, created_at, sent_at, updated_at)
       values ($1, gen_random_uuid(), 'SENT', 'a@acme.example', 'TRANSACTIONAL', 'TRANSACTIONAL', $2, $2, now())`,
      [setup.project.id, at],
    );
  for (const at of ['2026-06-01T09:59:00Z', '2026-06-01T10:00:00Z', '2026-06-02T12:00:00Z', '2026-06-03T10:14:00Z'])
    await mails(at);
  await mails('2026-06-03T10:15:00Z');
  const sent = async (): Promise<number> => {
    const period = 'from=2026-06-01T10:00:00Z&to=2026-06-03T10:15:00Z&mode=all';
    return (await server.get(`/analytics/deliverability?${period}`)).body.providers[0].sent;
  };

  expect(await sent()).toBe(3);
  await runSchedule(setup.app, 'emails.fold-figures');
  expect(await sent()).toBe(3);
  await mails('2026-06-02T13:00:00Z');
  expect(await sent()).toBe(4);
  await setup.rows(`update mail_breakdowns set sent = sent + 10 where span = 'day'`);
  expect(await sent()).toBe(14); // of three days one lies within the period
});
