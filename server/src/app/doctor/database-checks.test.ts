import { expect, onTestFinished, test } from 'vitest';
import { instanceContext } from '#platform/context';
import { newName } from '#testing/database';
import { testApp } from '#testing/test-app';
import { databaseCheck, judgeSlots, judgeVacuum } from './database-checks.ts';

test('a replication slot that nobody reads is named', async () => {
  const app = await testApp();
  const { pool } = app.app.services.database;
  const slot = newName();
  await pool.query(`select pg_create_physical_replication_slot($1, true)`, [slot]);
  onTestFinished(async () => void (await pool.query(`select pg_drop_replication_slot($1)`, [slot])));

  const findings = await databaseCheck.run(instanceContext(app.app.services));

  expect(findings.find(({ id }) => id === 'database.slots')?.seen).toMatch(
    /^Nobody reads the replication slot \w+, which keeps \d+ MB of the log\.$/,
  );
});

test.each([
  [0.5, 'pass'],
  [2, 'warn'],
  [20, 'fail'],
])('one that keeps %s GB of the log: %s', (gigabytes, status) => {
  const found = judgeSlots([{ name: 'standby', bytes: gigabytes * 1_073_741_824 }]);

  expect(found).toMatchObject({ status, seen: expect.stringContaining('slot standby, which keeps') });
  expect(found.action).toEqual(
    status === 'pass' ? null : expect.stringContaining(`pg_drop_replication_slot('standby')`),
  );
});

test('without such a slot there is nothing to say', () => {
  expect(judgeSlots([])).toMatchObject({ status: 'pass' });
});

test.each([
  ['on', 'on', 'pass', 'autovacuum is on.'],
  ['off', 'on', 'warn', 'autovacuum is off: tables grow, and sending slows down.'],
  ['on', 'off', 'warn', 'track_counts is off: tables grow, and sending slows down.'],
  ['off', 'off', 'warn', 'autovacuum and track_counts are off: tables grow, and sending slows down.'],
])('autovacuum %s, track_counts %s: %s', (autovacuum, track_counts, status, seen) => {
  expect(judgeVacuum({ autovacuum, track_counts })).toMatchObject({ status, seen });
});

test('what the server itself says of autovacuum is judged', async () => {
  const app = await testApp();
  const { rows } = await app.app.services.database.pool.query<{ autovacuum: string }>('show autovacuum');

  const findings = await databaseCheck.run(instanceContext(app.app.services));

  expect(findings.find(({ id }) => id === 'database.vacuum')?.status).toBe(
    rows[0]?.autovacuum === 'on' ? 'pass' : 'warn',
  );
});
