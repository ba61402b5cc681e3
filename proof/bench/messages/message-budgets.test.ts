import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyDatabase, dropDatabase, urlOf } from '../../../server/testing/database.ts';
import { type ServerProcess, startProcess } from '../../instance/instance.ts';
import { makeProjects } from '../../instance/projects.ts';
import { budgets, sharedMessages } from '../budgets.ts';
import { upsertBench } from '../contacts/index.ts';
import { countCalls } from '../http-bench.ts';
import { seedPeople } from '../project-load.ts';
import { sendBench } from '../send/index.ts';
import { seedSenders } from '../send/send-load.ts';
import { trackBench } from '../track/index.ts';
import { data } from '../track/track-load.ts';
import { type CountingProxy, startCountingProxy } from './counting-proxy.ts';
import type { MessageCounts } from './frontend-messages.ts';

let name: string;
let client: Client;
let proxy: CountingProxy;
let api: ServerProcess;

beforeAll(async () => {
  name = await copyDatabase(inject('templateDatabase'));
  client = new Client({ connectionString: urlOf(name) });
  await client.connect();
  proxy = await startCountingProxy(urlOf(name));
  api = await startProcess('api', proxy.url, { MAIL_RELAYS: 'smtp://127.0.0.1:1' });
});

afterAll(async () => {
  await api?.stop();
  await proxy?.close();
  await client?.end();
  await dropDatabase(name);
});

const size = { rounds: 0, milliseconds: 0, warmUp: 0 };

test('an event of a known contact sends no more messages and statements to PostgreSQL than its budget', async () => {
  const projects = await makeProjects(client, 5);
  await seedPeople(client, projects, data);

  const counts = await countCalls(trackBench(projects, size), proxy, api, 'budget');

  expectWithin(counts, budgets.track);
});

test('a mail to a known contact sends no more messages to PostgreSQL than its budget', async () => {
  const projects = await makeProjects(client, 5);
  await seedSenders(client, projects);

  const counts = await countCalls(sendBench(projects, size), proxy, api, 'budget');

  expectWithin(counts, budgets.send);
});

test('an upsert of a contact sends no more messages and statements to PostgreSQL than its budget', async () => {
  const projects = await makeProjects(client, 5);

  const counts = await countCalls(upsertBench(projects, size), proxy, api, 'budget');

  expectWithin(counts, budgets.contacts);
});

interface CallBudget {
  readonly messages: number;
  readonly statements?: number;
}

/** Less than one message would mean that the calls were not counted at all. */
function expectWithin(counts: MessageCounts, { messages, statements }: CallBudget): void {
  expect(counts.roundTrips).toBeGreaterThan(0.9);
  expect(counts.roundTrips).toBeLessThanOrEqual(messages + sharedMessages);
  if (statements !== undefined) expect(counts.statements).toBeLessThanOrEqual(statements + sharedMessages);
}
