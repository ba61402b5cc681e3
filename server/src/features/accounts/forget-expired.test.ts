import { expect, test } from 'vitest';
import { instanceContext } from '#platform/context';
import { testApp } from '#testing';
import { forgetExpiredRegularly } from './forget-expired.ts';

test('dead sessions and old links are forgotten, living ones stay', async () => {
  const app = await testApp();
  const { pool } = app.app.cellar.database;
  const [idle, over, alive] = [await app.given.user(), await app.given.user(), await app.given.user()];
  await pool.query(`update sessions set last_seen_at = now() - interval '8 days' where user_id = $1`, [idle.id]);
  await pool.query(`update sessions set expires_at = now() - interval '1 second' where user_id = $1`, [over.id]);
  await pool.query(
    `insert into account_tokens (id, purpose, user_id, created_at, expires_at)
     select gen_random_uuid(), 'verify', $1, now(), now() - make_interval(days => days) from unnest(array[1, 31]) as days`,
    [alive.id],
  );

  await forgetExpiredRegularly.run(instanceContext(app.app.cellar));
  await app.settle();

  expect((await pool.query('select user_id from sessions')).rows).toEqual([{ user_id: alive.id }]);
  expect((await pool.query('select id from account_tokens')).rows).toHaveLength(1);
});
