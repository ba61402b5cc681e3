import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#platform/db';
import { newId } from '#platform/ids';
import { makeLogger } from '#platform/log';
import { copyDatabase, dropDatabase, urlOf } from '#testing/database';
import { listenForChanges, makeChangeNotices } from './index.ts';

const log = makeLogger({ level: 'silent' });
const waitOptions = { timeout: 15_000 };

async function setUp() {
  const name = await copyDatabase(inject('templateDatabase'));
  const url = urlOf(name);
  const database = openDatabase({ url, size: 2 });
  const notices = makeChangeNotices(database, log);
  const received: (string | null)[] = [];
  const listening = listenForChanges({ url, log }, (projectId) => received.push(projectId));
  onTestFinished(async () => {
    notices.stop();
    await listening.stop();
    await database.close();
    await dropDatabase(name);
  });
  await vi.waitFor(() => expect(listening.isListening).toBe(true), waitOptions);
  return { notices, received };
}

test('every project that has changed is named, however often it has changed and however many there are', async () => {
  const { notices, received } = await setUp();
  const projects = Array.from({ length: 500 }, () => newId());
  for (let round = 0; round < 10; round += 1) for (const project of projects) notices.note(project);

  await vi.waitFor(() => expect(new Set(received)).toEqual(new Set(projects)), waitOptions);
  expect(received).toHaveLength(500);
});

test('too many projects at once are not named one by one', async () => {
  const { notices, received } = await setUp();
  for (let count = 0; count < 5_000; count += 1) notices.note(newId());

  await vi.waitFor(() => expect(received).toContain(null), waitOptions);
  expect(received).toEqual([null]);
});
