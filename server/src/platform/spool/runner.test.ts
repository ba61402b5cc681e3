import { expect, inject, onTestFinished, test, vi } from 'vitest';
import type { ProjectId } from '#platform/context';
import { newId } from '#platform/ids';
import { copyDatabase, dropDatabase, openSetup, urlOf } from '#testing';
import { LiveClaim } from './claim.ts';
import { defineSpool } from './define-spool.ts';
import { makeRunner } from './runner.ts';
import { makeYieldPolicy } from './yield-policy.ts';

const claimOf = (laneNumber: number): LiveClaim => {
  const projectId = newId() as ProjectId; // any project
  const lane = laneNumber === 0 ? 'urgent' : 'bulk';
  return new LiveClaim({ table: 't', projectId, id: newId(), fence: newId(), lane, laneNumber, claims: 1, freshAt: 0 });
};

test('a yielding lane continues beside an urgent row that hangs', async () => {
  const name = await copyDatabase(inject('templateDatabase'));
  const setup = await openSetup(urlOf(name));
  onTestFinished(async () => {
    await setup.close();
    await dropDatabase(name);
  });
  let handled = 0;
  const spool = defineSpool({
    name: 'test.parcels',
    table: 't',
    lanes: ['urgent', 'bulk'],
    yieldingLanes: ['bulk'],
    leaseSeconds: 45,
    handle(_ctx, claim) {
      if (claim.lane === 'urgent') return new Promise(() => {}); // a relay that never answers
      handled += 1;
      return Promise.resolve('done');
    },
    onPoison: () => Promise.reject(new Error('not poison')),
  });
  const completions = { close() {}, abandon() {} };
  const isBusy = (): boolean => true;
  const runner = makeRunner(
    setup.services,
    spool,
    { close: async () => {} },
    completions,
    makeYieldPolicy(spool, isBusy),
  );

  runner.run([claimOf(1)]);
  runner.run([claimOf(0)]);
  runner.run([claimOf(1), claimOf(1), claimOf(1)]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(handled).toBe(1); // it had begun before the urgent row came

  await vi.waitFor(() => expect(handled).toBe(4), { timeout: 5_000 });
});
