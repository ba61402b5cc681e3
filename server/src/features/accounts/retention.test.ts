import { expect, test } from 'vitest';
import { runSchedule, testApp } from '#testing';
import { absoluteSeconds, idleSeconds } from './session.ts';

test('dead sessions and old links are forgotten, living ones stay', async () => {
  const app = await testApp();
  const { pool } = app.app.services.database;
  const [idle, over, alive] = [await app.given.user(), await app.given.user(), await app.given.user()];
  await pool.query(`update sessions set last_seen_at = now() - interval '8 days' where user_id = $1`, [idle.id]);
  await pool.query(`update sessions set expires_at = now() - interval '1 second' where user_id = $1`, [over.id]);
  await pool.query(
    `insert into account_tokens (id, purpose, user_id, created_at, expires_at)
     select gen_random_uuid(), 'verify', $1, now(), now() - make_interval(days => days) from unnest(array[1, 31]) as days`,
    [alive.id],
  );

  await runSchedule(app, 'retention');

  expect((await pool.query('select user_id from sessions')).rows).toEqual([{ user_id: alive.id }]);
  expect((await pool.query('select id from account_tokens')).rows).toHaveLength(1);
});

test('sessions and links are kept for as long as they count', async () => {
  const { pool } = (await testApp()).app.services.database;

  const { rows } = await pool.query(
    `select table_name, extract(epoch from keep)::int as seconds from retention_rules
      where (table_name, key) in (('sessions', 'last_seen_at'), ('account_tokens', 'expires_at')) order by 1`,
  );

  expect(rows).toEqual([
    { table_name: 'account_tokens', seconds: absoluteSeconds },
    { table_name: 'sessions', seconds: idleSeconds },
  ]);
});
