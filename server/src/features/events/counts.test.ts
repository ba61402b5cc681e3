import { Client as PgClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { instanceContext } from '#platform/context';
import { type Client, startTestApp, type TestApp } from '#testing';
import { countNames } from './count-events.ts';
import { findDrift } from './find-drift.ts';

let app: TestApp;
let sql: PgClient;
let project: Awaited<ReturnType<TestApp['given']['project']>>;
let server: Client;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
  sql = new PgClient({ connectionString: app.databaseUrl });
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await app.close();
});
beforeEach(async () => {
  project = await app.given.project();
  server = app.as(project.secretKey);
  // No quarters are stored: tests move folded events to other ones.
  await sql.query(`update event_mark set quarters_from = 'infinity'`);
});

const instance = () => instanceContext(app.app.services);
const drift = () => instance().inProject(project.id).read(findDrift);

async function track(email: string, event: string, times = 1): Promise<string> {
  let contact = '';
  for (let time = 0; time < times; time += 1) {
    contact = (await server.post('/events/track', { email, event })).body.data.contact;
  }
  return contact;
}

/** Moves everything recorded so far into the past. */
async function shiftBack(seconds: number): Promise<void> {
  const ago = `- interval '${seconds} seconds'`;
  await sql.query(`update events set created_at = created_at ${ago}, previous_at = previous_at ${ago}`);
  await sql.query(`update contact_events set last_at = last_at ${ago}, previous_at = previous_at ${ago}`);
  await sql.query(
    `update event_mark set folded_to = folded_to ${ago}, safe_to = safe_to ${ago}, seen_at = seen_at ${ago}`,
  );
}

/** Folds until nothing is left that may be folded. Twice, because the first call only reads the clock. */
async function fold(): Promise<void> {
  for (let calls = 0; calls < 2; calls += 1) {
    for (let isMore = true; isMore; ) {
      const [row] = await instance().dispatch<{ fold_event_counts: boolean }>('fold_event_counts', []);
      isMore = row?.fold_event_counts ?? false;
    }
  }
}

const quarter = (ms: number): number => Math.floor(ms / 900_000) * 900_000;

const folded = async (): Promise<number> =>
  Number(
    (await sql.query('select coalesce(sum(count), 0) as n from event_counts where project_id = $1', [project.id]))
      .rows[0].n,
  );

describe('folding', () => {
  test('leaves young events unfolded, and folds what is old enough, once', async () => {
    await track('ada@example.com', 'visit', 3);
    await fold();
    expect(await folded()).toBe(0);

    await shiftBack(1_000);
    await fold();
    await fold();

    expect(await folded()).toBe(3);
    expect(await drift()).toEqual([]);
  });

  test('whole quarters of an hour are stored, and a period of them is the same before and after folds and deletions', async () => {
    await fold(); // from the next quarter on they are stored
    await sql.query(`update event_mark set quarters_from = '2026-01-01T00:00:00Z'`);
    const contact = await track('ada@example.com', 'visit', 3);
    await track('bob@example.com', 'visit', 2);
    await track('bob@example.com', 'leave');
    await shiftBack(3_000);
    const now = Date.now();
    const period = { from: new Date(quarter(now - 4_500_000)), until: new Date(quarter(now)) };
    const counted = () =>
      instance()
        .inProject(project.id)
        .read((reader) => countNames(reader, { name: undefined, source: 'custom', period }, 10));
    const before = await counted();

    await fold();
    const after = await counted();
    await server.delete(`/contacts/${contact}`);

    expect(before).toEqual([
      { name: 'visit', count: 5 },
      { name: 'leave', count: 1 },
    ]);
    expect(after).toEqual(before);
    expect(await counted()).toEqual([
      { name: 'visit', count: 2 },
      { name: 'leave', count: 1 },
    ]);
    const { rows } = await sql.query('select sum(count)::int as n from event_quarters where project_id = $1', [
      project.id,
    ]);
    expect(rows[0].n).toBe(3);
    expect(await drift()).toEqual([]);
  });

  test('counts are the same before, between and after folds', async () => {
    await track('ada@example.com', 'visit', 3);
    await track('bob@example.com', 'visit');
    const before = await server.get('/events/stats');
    await shiftBack(120);
    await fold();
    await track('ada@example.com', 'visit', 2);
    const between = await server.get('/events/stats');
    await shiftBack(120);
    await fold();
    const after = await server.get('/events/stats');

    expect(before.body).toMatchObject([{ name: 'visit', count: 4, uniqueContacts: 2 }]);
    expect(between.body).toMatchObject([{ name: 'visit', count: 6, uniqueContacts: 2 }]);
    expect(after.body).toMatchObject([{ name: 'visit', count: 6, uniqueContacts: 2 }]);
    expect((await server.get('/events')).body.total).toBe(6);
    expect((await server.get('/events/visit/usage')).body).toMatchObject({ totalCount: 6, uniqueContacts: 2 });
    expect(await drift()).toEqual([]);
  });

  test('waits for a transaction that may still commit an old event', async () => {
    const contact = await track('ada@example.com', 'visit');
    const slow = new PgClient({ connectionString: app.databaseUrl });
    await slow.connect();
    await slow.query('begin');
    const late = `insert into events (project_id, created_at, id, contact_id, name)
      values ($1, now() - interval '5 minutes', gen_random_uuid(), $2, 'late')`;
    await slow.query(late, [project.id, contact]);
    await fold();
    await shiftBack(300);

    await fold();
    expect(await folded()).toBe(0);
    await slow.query('commit');
    await slow.end();
    await fold();

    const { rows } = await sql.query(
      'select name, sum(count)::int as n from event_counts where project_id = $1 group by 1 order by 1',
      [project.id],
    );
    expect(rows).toEqual([
      { name: 'late', n: 1 },
      { name: 'visit', n: 1 },
    ]);
  });

  test('catches up after a long standstill in parts', async () => {
    await track('ada@example.com', 'visit');
    await shiftBack(30 * 86_400);
    await track('ada@example.com', 'visit');
    await shiftBack(3_600);
    const step = () => instance().dispatch<{ fold_event_counts: boolean }>('fold_event_counts', []);
    const replies = [await step(), await step()].flat();
    await fold();

    expect(replies).toEqual([{ fold_event_counts: false }, { fold_event_counts: true }]);
    expect(await folded()).toBe(2);
    expect(await drift()).toEqual([]);
  });
});

test('names are listed by their folded counts, then by name; a new one appears at once (D-413)', async () => {
  for (const [event, times] of [
    ['z', 1],
    ['b', 2],
    ['a', 1],
  ] as const)
    await track('ada@example.com', event, times);
  await shiftBack(600);
  await fold();
  await track('ada@example.com', 'new', 3);

  expect((await server.get('/events/names')).body).toEqual({ eventNames: ['b', 'a', 'z', 'new'] });
});

test('the figures of names cover thirty days from midnight unless asked (D-411)', async () => {
  await track('ada@example.com', 'before');
  await shiftBack(1);
  const { body } = await server.post('/events/track', { email: 'ada@example.com', event: 'first' });
  const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  await shiftBack((Date.parse(body.data.timestamp) - Date.parse(day(30))) / 1_000);
  await fold();
  const names = async (query = ''): Promise<string[]> =>
    (await server.get(`/events/stats${query}`)).body.map(({ name }: { name: string }) => name).sort();

  expect(await names()).toEqual(['first']);
  expect(await names(`?startDate=${day(31)}`)).toEqual(['before', 'first']);
});

test('the events of a deleted contact are deleted, folded or not (D-217)', async () => {
  const ada = await track('ada@example.com', 'visit', 2);
  await track('bob@example.com', 'visit');
  await shiftBack(300);
  await fold();
  await track('ada@example.com', 'visit', 2);
  await track('ada@example.com', 'only hers');

  await server.delete(`/contacts/${ada}`);

  expect((await server.get('/events')).body).toMatchObject({
    total: 1,
    data: [{ contact: { email: 'bob@example.com' } }],
  });
  expect((await server.get('/events/stats')).body).toMatchObject([{ name: 'visit', count: 1, uniqueContacts: 1 }]);
  expect((await server.get('/events/names')).body).toEqual({ eventNames: ['visit'] });
  expect(await drift()).toEqual([]);
});

test('many concurrent events of one contact are recorded one after the other, each counted once', async () => {
  await Promise.all(Array.from({ length: 25 }, () => track('ada@example.com', 'visit')));

  expect((await server.get('/events/stats')).body).toMatchObject([{ name: 'visit', count: 25, uniqueContacts: 1 }]);
});

test('concurrent deletions and folds leave no drift', async () => {
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, index) => track(`p${index}@example.com`, `e${index % 3}`, 3)),
  );
  await shiftBack(300);

  await Promise.all([
    fold(),
    ...ids.slice(0, 6).map((id) => server.delete(`/contacts/${id}`)),
    track('p11@example.com', 'e0', 5),
  ]);
  await fold();

  expect(await drift()).toEqual([]);
  expect((await server.get('/events')).body.total).toBe(23);
});

describe('people of a period', () => {
  test('are counted once, on whatever days they return and wherever the period begins', async () => {
    const day = 86_400;
    await track('ada@example.com', 'visit', 2);
    await shiftBack(3 * day);
    await track('ada@example.com', 'visit');
    await track('bob@example.com', 'visit');
    await shiftBack(2 * day);
    await track('ada@example.com', 'visit');
    await track('cy@example.com', 'visit');
    await fold();

    const at = (days: number): string => new Date(Date.now() - days * day * 1_000).toISOString().slice(0, 10);
    const countsIn = async (query: string): Promise<unknown> => {
      const [row] = (await server.get(`/events/stats?${query}`)).body;
      return row && [row.count, row.uniqueContacts];
    };

    expect(await countsIn('')).toEqual([6, 3]);
    expect(await countsIn(`startDate=${at(5)}&endDate=${at(5)}`)).toEqual([2, 1]);
    expect(await countsIn(`startDate=${at(5)}&endDate=${at(2)}`)).toEqual([4, 2]);
    expect(await countsIn(`startDate=${at(2)}&endDate=${at(1)}`)).toEqual([2, 2]);
    expect(await countsIn(`startDate=${at(2)}`)).toEqual([4, 3]);
    expect(await countsIn(`startDate=${at(4)}&endDate=${at(3)}`)).toBeUndefined();
    // A longer period, or one that begins within a day, is read from the log itself.
    expect(await countsIn(`startDate=${at(300)}`)).toEqual([6, 3]);
    const noon = new Date(Date.now() - 4 * day * 1_000).toISOString();
    expect(await countsIn(`startDate=${noon}`)).toEqual([4, 3]);
  });
});
