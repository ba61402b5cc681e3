import { execFileSync } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { constants } from 'node:fs';
import { appendFile, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Config, loadConfig } from '#platform/config';
import { makeLogger } from '#platform/log';
import { testFolder } from '#testing/restore-setup';
import { until } from '#testing/until';
import { lastSent, openSentLog, prepareSentLog, readSentLog, type SentEntry, type SentStep } from './index.ts';

const log = makeLogger({ level: 'silent' });
const entry = (at = new Date().toISOString()): SentEntry => ({
  at,
  project: randomUUIDv7(),
  email: randomUUIDv7(),
  attempt: 1,
  type: 'MARKETING',
});
const stepOf = ({ type: _type, ...handOver }: SentEntry, state: SentStep['state']): SentStep => ({
  ...handOver,
  state,
});

const settings = (folder: string, days = '30'): Config =>
  loadConfig({ DATABASE_URL: 'postgres://x', SECRET_KEY: 'x'.repeat(32), SENT_LOG: folder, SENT_LOG_DAYS: days });

const refuseUnreadable = (file: string): void => expect.unreachable(file);

async function readAll(folder: string, since = new Date(0)) {
  const all = { entries: [] as SentEntry[], unfinished: [] as SentStep[], unwritten: 0, unreadable: 0, largest: 0 };
  for await (const batch of readSentLog(folder, since)) {
    all.entries.push(...batch.entries);
    all.unfinished.push(...batch.unfinished);
    all.unwritten += batch.unwritten;
    all.unreadable += batch.unreadable;
    all.largest = Math.max(all.largest, batch.entries.length);
  }
  return all;
}

test('what several logs of a host append at once is read back whole, from a time on', async () => {
  const folder = await testFolder();
  const logs = [1, 2, 3].map(() => openSentLog(settings(folder), log));
  const written = Array.from({ length: 1_800 }, (_none, index) =>
    entry(new Date(Date.now() - (index % 2) * 7_200_000).toISOString()),
  );

  await Promise.all(written.map(async (one, index) => logs[index % 3]?.append([one])));

  const all = await readAll(folder);
  expect(await readdir(folder)).toEqual([`sent-${new Date().toISOString().slice(0, 10)}.${hostname()}.log`]);
  expect(all.entries.map(({ email }) => email).toSorted()).toEqual(written.map(({ email }) => email).toSorted());
  expect([all.unreadable, all.unwritten, all.largest]).toEqual([0, 0, 500]);
  expect((await readAll(folder, new Date(Date.now() - 3_600_000))).entries).toHaveLength(900);
  await Promise.all(logs.map((one) => one.close()));
});

test('hand-overs that were begun and have no end are read as such, wherever the end of the others stands', async () => {
  const folder = await testFolder();
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  const [left, refused, open, old] = [entry(yesterday), entry(), entry(), entry(yesterday)] as const;
  const again = { ...refused, attempt: 2 };
  const lines = [left, open, old].map((one) => JSON.stringify(stepOf(one, 'begun')));
  await writeFile(join(folder, `sent-${yesterday.slice(0, 10)}.${hostname()}.log`), `${lines.join('\n')}\n`);
  const sent = openSentLog(settings(folder), log);
  await sent.append([left, stepOf(refused, 'begun'), stepOf(refused, 'not-left'), stepOf(again, 'begun')]);

  const all = await readAll(folder);
  expect(all).toMatchObject({ entries: [left], unwritten: 0, unreadable: 0 });
  expect(all.unfinished.map(({ email, attempt }) => [email, attempt])).toEqual([
    [open.email, 1],
    [old.email, 1],
    [refused.email, 2],
  ]);
  expect((await readAll(folder, new Date(Date.now() - 3_600_000))).unfinished.map(({ email }) => email)).toEqual([
    open.email,
    refused.email,
  ]);
  await sent.close();
});

test('files past their days are removed, those of other programs stay', async () => {
  const folder = await testFolder();
  const day = (age: number): string => new Date(Date.now() - age * 86_400_000).toISOString().slice(0, 10);
  for (const age of [1, 7, 8, 400]) await writeFile(join(folder, `sent-${day(age)}.other.log`), '');
  await writeFile(join(folder, 'notes.log'), '');
  const sent = openSentLog(settings(folder, '7'), log);

  await sent.append([entry()]);

  const kept = [0, 1, 7].map((age) => `sent-${day(age)}.${age === 0 ? hostname() : 'other'}.log`);
  expect((await readdir(folder)).toSorted()).toEqual(['notes.log', ...kept].toSorted());
  await sent.close();
});

test('a line that was cut off is counted, and the lines around it are read', async () => {
  const folder = await testFolder();
  const sent = openSentLog(settings(folder), log);
  const [first, second] = [entry(), entry()];
  await sent.append([first]);
  const [name = ''] = await readdir(folder);
  await appendFile(join(folder, name), '{"at":"2026-0\n');
  await sent.append([second]);

  expect(await readAll(folder)).toMatchObject({ entries: [first, second], unreadable: 1 });
  expect(await lastSent(folder, refuseUnreadable)).toEqual([first, second]);
  await sent.close();
});

test('a file whose last line was cut off goes on in a new line, and says how many are missing', async () => {
  const folder = await testFolder();
  const sent = openSentLog(settings(folder), log);
  const [first, second] = [entry(), entry()];
  await sent.append([first]);
  const [name = ''] = await readdir(folder);
  await sent.close();
  await appendFile(join(folder, name), '{"at":"2026-0');

  await sent.append([second]);

  expect(await readAll(folder)).toMatchObject({ entries: [first, second], unreadable: 1, unwritten: 0 });
  await sent.close();
});

test('a file that cannot be read is named, and the others are', async () => {
  const folder = await testFolder();
  const [kept, day] = [entry(), new Date().toISOString().slice(0, 10)];
  await writeFile(join(folder, `sent-${day}.first.log`), `${JSON.stringify(kept)}\n`);
  await mkdir(join(folder, `sent-${day}.second.log`));
  const unreadable: string[] = [];

  expect(await lastSent(folder, (file) => unreadable.push(file))).toEqual([kept]);

  expect(unreadable).toEqual([`sent-${day}.second.log`]);
});

test('the newest lines of each host are found in files of any length, without the one that the look cuts', async () => {
  const folder = await testFolder();
  const sent = openSentLog(settings(folder), log);
  const written = Array.from({ length: 3_000 }, () => entry());
  await sent.append(written.flatMap((one) => [stepOf(one, 'begun'), one]));
  const other = entry();
  await writeFile(join(folder, `sent-${other.at.slice(0, 10)}.other.log`), `${JSON.stringify(other)}\n`);

  const last = await lastSent(folder, refuseUnreadable);

  expect(last.length).toBeGreaterThan(100);
  expect(last).toEqual(expect.arrayContaining([other, ...written.slice(-100)]));
  expect(last.length).toBeLessThan(400);
  await sent.close();
});

test('lines that cannot be written are counted in the next one, and appending never fails', async () => {
  const folder = join(await testFolder(), 'log');
  await writeFile(folder, 'not a folder');
  const sent = openSentLog(settings(folder), log);
  await sent.append([entry(), entry()]);
  await sent.append([entry()]);
  await rm(folder);
  const last = entry();

  await sent.append([last]);

  expect(sent.unwritten).toBe(3);
  expect(await readAll(folder)).toMatchObject({ entries: [last], unwritten: 3, unreadable: 0 });
  await sent.close();
});

test('a log that does not answer holds nothing up, and says later how many lines it lacks', async () => {
  const folder = await testFolder();
  const path = join(folder, `sent-${new Date().toISOString().slice(0, 10)}.${hostname()}.log`);
  execFileSync('mkfifo', [path]); // takes 64 KB until it is read
  const pipe = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const sent = openSentLog(settings(folder), log);

  await sent.append(Array.from({ length: 1_000 }, () => entry()));
  await sent.append([entry(), entry()]);
  expect(sent.unwritten).toBe(2);

  let read = '';
  const gap = /"unwritten":(\d+)}\n/;
  await until(async () => {
    const part = await pipe.read(Buffer.alloc(65_536)).catch(() => null); // nothing is there yet
    read += part?.buffer.toString('utf8', 0, part.bytesRead) ?? '';
    if (!part?.bytesRead) await sent.append([entry()]);
    return gap.test(read);
  });
  expect(gap.exec(read)?.[1]).toBe(String(sent.unwritten));
  await sent.close();
  await pipe.close();
});

test('without a folder nothing is written; one that cannot be used is refused at the start', async () => {
  const place = await testFolder();
  const off = { ...settings(place), SENT_LOG: null };
  await openSentLog(off, log).append([entry()]);
  await prepareSentLog(off);
  expect(await readdir(place)).toEqual([]);

  await writeFile(join(place, 'file'), '');
  await expect(prepareSentLog(settings(join(place, 'file')))).rejects.toThrow(/SENT_LOG names .*cannot write/);
  await prepareSentLog(settings(join(place, 'made', 'here')));
  expect(await readdir(join(place, 'made'))).toEqual(['here']);
});

test('a line has no address, and the file is not for everyone', async () => {
  const folder = await testFolder();
  const sent = openSentLog(settings(folder), log);
  await sent.append([entry()]);
  const [name = ''] = await readdir(folder);

  expect((await stat(join(folder, name))).mode & 0o007).toBe(0);
  expect(Object.keys(JSON.parse(await readFile(join(folder, name), 'utf8')))).toEqual([
    'at',
    'project',
    'email',
    'attempt',
    'type',
  ]);
  await sent.close();
});
