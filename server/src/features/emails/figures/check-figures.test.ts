import { expect, test } from 'vitest';
import { projectContext } from '#platform/context';
import { makeLogger } from '#platform/log';
import { runSchedule } from '#testing';
import { type DeliverySetup, deliverySetup } from '#testing/delivery-setup';
import { type CheckLimits, compareFigures } from './check-figures.ts';

/** Compares, and returns the lines it has logged. */
async function compare({ app, project }: DeliverySetup, limits: CheckLimits): Promise<{ msg: string }[]> {
  const lines: string[] = [];
  const log = makeLogger({ level: 'debug', destination: { write: (line) => void lines.push(line) } });
  await compareFigures(projectContext(app.app.services, project.id, log), limits);
  return lines.map((line) => JSON.parse(line));
}

/** The beginning of a quarter, the same for a whole test. */
const quarterMs = 15 * 60_000;
const latest = Math.floor(Date.now() / quarterMs) * quarterMs;
const quartersAgo = (count: number): Date => new Date(latest - count * quarterMs);

/** So many mails in each of the quarters before the latest, oldest first. */
async function mailsInQuarters(setup: DeliverySetup, counts: readonly number[]): Promise<void> {
  for (const [index, count] of counts.entries()) {
    const ids = await setup.mails(count);
    await setup.rows('update emails set created_at = $2 where id = any($1::uuid[])', [
      ids,
      quartersAgo(counts.length - index),
    ]);
  }
}

/** The quarter with which the next comparison goes on. */
const position = async (setup: DeliverySetup): Promise<Date | null> =>
  (await setup.rows('select next_quarter from mail_figure_checks'))[0]?.next_quarter;

const aDayLater = (setup: DeliverySetup) =>
  setup.rows(`update mail_figure_checks set began_at = began_at - interval '25 hours'`);

const spoil = (setup: DeliverySetup, quarter: Date) =>
  setup.rows('update mail_figures set now_failed = now_failed + 1 where quarter = $1', [quarter]);

test('the schedule compares the figures of every project that has any, once a day (I15)', async () => {
  const setup = await deliverySetup();
  await setup.app.given.project(); // one without mails
  await mailsInQuarters(setup, [2, 3]);
  const check = async (): Promise<{ project_id: string; began_at: Date }[]> => {
    await runSchedule(setup.app, 'emails.find-unchecked-figures');
    await setup.app.settle();
    return setup.rows('select project_id, began_at from mail_figure_checks');
  };

  const first = await check();
  expect(first.map(({ project_id: id }) => id)).toEqual([setup.project.id]);
  expect(await check()).toEqual(first);
  await aDayLater(setup);
  const [again] = await check();

  expect(again?.began_at.getTime()).toBeGreaterThanOrEqual(first[0]?.began_at.getTime() ?? Number.NaN);
});

test('a comparison reads its share of mails in pieces, and the next one goes on behind it', async () => {
  const setup = await deliverySetup();
  await mailsInQuarters(setup, [3, 3, 3, 3]);
  await spoil(setup, quartersAgo(1));
  const limits = { mails: 7, mailsAtOnce: 3 };

  expect(await compare(setup, limits)).toEqual([]);
  expect(await position(setup)).toEqual(quartersAgo(2)); // of four quarters, two were read
  expect(await compare(setup, limits)).toEqual([]); // begun already
  await aDayLater(setup);
  const found = await compare(setup, limits);

  expect(found).toMatchObject([
    { msg: 'figures differ from the mails', count: 1, differences: [{ figure: 'now_failed', kept: 1, rows: 0 }] },
  ]);
  expect(await position(setup)).toBeNull(); // the next one begins with the first mail
});

test('a quarter with more mails than a comparison may read is left out, and named', async () => {
  const setup = await deliverySetup();
  await mailsInQuarters(setup, [9, 2]);
  await spoil(setup, quartersAgo(2));
  const limits = { mails: 5, mailsAtOnce: 2 };

  const first = await compare(setup, limits);
  await aDayLater(setup);
  const second = await compare(setup, limits);

  expect(first).toMatchObject([{ msg: 'a quarter has too many mails to compare its figures with' }]);
  expect(second).toEqual([]);
});
