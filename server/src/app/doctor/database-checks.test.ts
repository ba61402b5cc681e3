import { expect, onTestFinished, test } from 'vitest';
import { instanceContext } from '#platform/context';
import { newName } from '#testing/database';
import { testApp } from '#testing/test-app';
import { databaseCheck, judgeSlots } from './database-checks.ts';

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
