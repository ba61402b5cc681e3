import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { newId } from '#platform/ids';
import { addParcels, connect, copyDatabase, createParcels, dropDatabase, openSetup, parcels, urlOf } from '#testing';
import { defineSpool } from './define-spool.ts';
import { startSpools } from './start-spools.ts';

const outages = ['53100', '53200', '25006', '58030', '57P01', 'ECONNRESET', 'EPIPE'];

test('outages of the database do not count towards poison, however many a row has met (F30)', async () => {
  const name = await copyDatabase(inject('templateDatabase'));
  await createParcels(urlOf(name));
  const setup = await openSetup(urlOf(name));
  const owner = await connect(urlOf(name));
  const claims: number[] = [];
  const spool = defineSpool({
    name: 'test.parcels',
    table: parcels,
    lanes: ['only'],
    leaseSeconds: 45,
    async handle(_ctx, claim) {
      claims.push(claim.claims);
      const code = outages[claims.length - 1];
      if (code) throw Object.assign(new Error(code), { code });
      return 'done';
    },
    onPoison: () => Promise.reject(new Error('not poison')),
  });
  const running = startSpools(setup.services, [spool]);
  onTestFinished(async () => {
    await running.stop();
    await owner.end();
    await setup.close();
    await dropDatabase(name);
  });
  await addParcels(owner, newId(), 1);

  await vi.waitFor(
    async () => {
      // The row would wait for seconds each time; the test does not.
      await owner.query(`update ${parcels} set due_at = now() where lease_until is null`);
      running.wake('test.parcels');
      expect((await owner.query(`select from ${parcels}`)).rowCount).toBe(0);
    },
    { timeout: 15_000, interval: 50 },
  );

  expect(claims).toEqual([...outages.map(() => 1), 1]);
});
