import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { expect, onTestFinished } from 'vitest';
import { runApp } from '../src/app/run-app.ts';
import type { Config } from '../src/platform/config/index.ts';
import { makeLogger } from '../src/platform/log/index.ts';
import { createDatabase, dropDatabase, readTexts, urlOf } from './database.ts';
import type { DeliverySetup } from './delivery-setup.ts';
import { givenContact, givenMails } from './given-mail.ts';
import { keptLines } from './process-output.ts';
import { until } from './until.ts';

/** Goes with the test. */
export async function testFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'restore-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

/** The settings of an instance, for an empty database that goes with the test. */
export async function elsewhere(config: Config, change: Partial<Config> = {}): Promise<Config> {
  const name = await createDatabase();
  onTestFinished(() => dropDatabase(name));
  return { ...config, ...change, DATABASE_URL: urlOf(name) };
}

/** Two mails of each kind that wait. */
export async function givenPair(client: Client, projectId: string, mark: string): Promise<void> {
  const contact = await givenContact(client, projectId, `${mark}@example.com`);
  await givenMails(client, projectId, 2, (index) => ({ recipient: `${mark}-receipt-${index}@example.com` }));
  const marketing = {
    type: 'MARKETING',
    contactId: contact,
    lane: 2,
    unsubscribeUrl: 'https://acme.example/u',
  } as const;
  await givenMails(client, projectId, 2, (index) => ({
    ...marketing,
    recipient: `${mark}-offer-${index}@example.com`,
  }));
}

/** Two mails of each kind that have left, and two that wait. */
export async function halfSent(setup: DeliverySetup) {
  const mails = (mark: string) => givenPair(setup.client, setup.project.id, mark);
  await mails('early');
  const worker = setup.work();
  await setup.idle();
  await worker.stop();
  await mails('late');
}

export const copiesOf = ({ relay }: DeliverySetup): Record<string, number> => {
  const copies: Record<string, number> = {};
  for (const { to } of relay.received) for (const address of to) copies[address] = (copies[address] ?? 0) + 1;
  return copies;
};

export const each = (marks: readonly string[], kinds: readonly string[], count: number): Record<string, number> =>
  Object.fromEntries(
    marks.flatMap((mark) =>
      kinds.flatMap((kind) => [0, 1].map((index) => [`${mark}-${kind}-${index}@example.com`, count])),
    ),
  );

/** A worker of the restored installation, once it has said that it waits; one that began its work would never say so. */
export async function pausedWorker(target: Config): Promise<void> {
  let output = '';
  const log = makeLogger({
    level: 'warn',
    destination: {
      write: (line) => {
        output += line;
        keptLines.write(line);
      },
    },
  });
  const app = await runApp(target, { api: false, worker: true }, { log });
  onTestFinished(() => app.stop());
  expect(await until(() => output.includes('the worker waits for `postrider resume-sending`'))).toBe(true);
}

export const waitingIn = async ({ DATABASE_URL }: Config): Promise<number> =>
  (await readTexts(DATABASE_URL, 'select id::text as value from deliveries')).length;
