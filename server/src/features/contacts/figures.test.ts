import { expect, test } from 'vitest';
import { runSchedule } from '#testing';
import { forTest, openProjectSetup } from '#testing/project-setup';

const counted = `select source, sum(created)::int as created, sum(deleted)::int as deleted, sum(subscribed)::int as subscribed,
                        sum(unsubscribed)::int as unsubscribed from contact_figures group by source order by source`;

test('a statement that changes many contacts counts each change once, and none where the state stays', async () => {
  const setup = await forTest(openProjectSetup({}));
  await setup.rows(
    `insert into contacts (project_id, id, email, subscribed, source, created_at, updated_at)
     select $1, gen_random_uuid(), n || '@example.com', n <= 3, case when n = 5 then 'api' else 'import' end, now(), now()
       from generate_series(1, 5) n`,
    [setup.project.id],
  );

  await setup.rows(`update contacts set subscribed = email not in ('1@example.com', '2@example.com')`); // two leave, two come, one stays
  await setup.rows('update contacts set data = $1', ['{"plan": "pro"}']);
  await setup.rows(`delete from contacts where email in ('1@example.com', '5@example.com')`);

  expect(await setup.rows(counted)).toEqual([
    { source: '', created: 0, deleted: 2, subscribed: 2, unsubscribed: 2 },
    { source: 'api', created: 1, deleted: 0, subscribed: 0, unsubscribed: 0 },
    { source: 'import', created: 4, deleted: 0, subscribed: 0, unsubscribed: 0 },
  ]);
});

test('a fold changes no sum, leaves the last hour alone, and is the same when repeated', async () => {
  const setup = await forTest(openProjectSetup({}));
  for (const [hours, count] of [
    [3, 2],
    [0, 1],
  ]) {
    await setup.rows(
      `insert into contacts (project_id, id, email, subscribed, source, created_at, updated_at)
       select $1, gen_random_uuid(), gen_random_uuid() || '@example.com', true, 'api', now() - $2 * interval '1 hour', now()
         from generate_series(1, $3) n`,
      [setup.project.id, hours, count],
    );
  }
  const before = await setup.rows(counted);

  await runSchedule(setup.app, 'contacts.fold-figures');
  await runSchedule(setup.app, 'contacts.fold-figures');

  expect(await setup.rows(counted)).toEqual(before);
  expect(await setup.rows('select slot = 0 as is_folded, created::int from contact_figures order by quarter')).toEqual([
    { is_folded: true, created: 2 },
    { is_folded: false, created: 1 },
  ]);
});
