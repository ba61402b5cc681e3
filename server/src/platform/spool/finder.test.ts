import type { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import type { Services } from '#platform/context';
import { newId } from '#platform/ids';
import { addParcels, connect, copyDatabase, createParcels, dropDatabase, openSetup, parcels, urlOf } from '#testing';
import { defineSpool } from './define-spool.ts';
import { startSpools } from './start-spools.ts';

let name: string;
let setup: { services: Services; close(): Promise<void> };
let owner: Client;

beforeAll(async () => {
  name = await copyDatabase(inject('templateDatabase'));
  await createParcels(urlOf(name));
  setup = await openSetup(urlOf(name));
  owner = await connect(urlOf(name));
});

afterAll(async () => {
  await owner.end();
  await setup.close();
  await dropDatabase(name);
});

beforeEach(async () => {
  await owner.query(`truncate ${parcels}`);
});

/** A worker, and the ids of the rows it has handled. */
function startWorker(sweepSeconds: number): { handled: readonly string[]; wake(): void } {
  const handled: string[] = [];
  const spool = defineSpool({
    name: 'test.parcels',
    table: parcels,
    lanes: ['only'],
    leaseSeconds: 45,
    async handle(_ctx, { id }) {
      handled.push(id);
      return 'done';
    },
    onPoison: () => Promise.reject(new Error('not poison')),
  });
  const running = startSpools(setup.services, [spool], { sweepSeconds });
  onTestFinished(() => running.stop());
  return { handled, wake: () => spool.wake() };
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 });
const asleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('a row committed two seconds after its due time is found without a sweep, among rows that come all the time', async () => {
  const { handled, wake } = startWorker(3_600);
  const others = newId();
  const adding = setInterval(() => void addParcels(owner, others, 1).then(wake), 50);
  onTestFinished(() => clearInterval(adding));

  const id = await addLateParcel();

  await until(() => expect(handled).toContain(id));
});

/** Commits a row two seconds after it was due. A busy machine may take longer than the three seconds of a look: then another. */
async function addLateParcel(): Promise<string> {
  const client = await connect(urlOf(name));
  onTestFinished(() => client.end());
  for (;;) {
    const began = performance.now();
    await client.query('begin');
    const [id = ''] = await addParcels(client, newId(), 1);
    await asleep(2_000);
    await client.query('commit');
    if (performance.now() - began < 2_900) return id;
  }
}

test('a row committed long after its due time is found by the sweep', async () => {
  const { handled } = startWorker(1);
  await asleep(200);

  const [id] = await addParcels(owner, newId(), 1, { dueSeconds: -600 });

  await until(() => expect(handled).toEqual([id]));
});
