import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type ProjectId, type ProjectReader, projectContext } from '#platform/context';
import { openTransaction, type TransactionScope } from '#platform/db';
import { conditionFrom, type GivenProject, startTestApp, type TestApp } from '#testing';
import { loadAudience } from './audience.ts';
import { countMatching, countStatement } from './count-members.ts';
import { countFew, fewCountStatement } from './few-members.ts';

const contacts = 50_000;
let app: TestApp;
let project: GivenProject;
let neighbour: GivenProject;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
  [project, neighbour] = [await app.given.project(), await app.given.project()];
  for (const { id } of [project, neighbour]) await insertContacts(id);
  await run('vacuum analyze contacts');
}, 60_000);
afterAll(() => app.close());

const run = (statement: string, values: readonly unknown[] = []) =>
  app.app.services.database.pool.query(statement, [...values]);

/** One in 1,000 has the code, one in 2,500 the company, one in 5,000 long data; both projects have the same. */
const insertContacts = (projectId: string) =>
  run(
    `insert into contacts (project_id, id, email, subscribed, data, source, created_at, updated_at)
     select $1, gen_random_uuid(), 'c' || n || case when n % 2500 = 0 then '-rare' else '' end || '@example.com', true,
            jsonb_build_object('plan', case when n % 2 = 0 then 'pro' else 'free' end, 'number', n,
              'code', case when n % 1000 = 0 then 'chosen' else 'code ' || n end,
              'company', case when n % 2500 = 0 then 'Zebra Works' else 'Company ' || n end,
              'note', case when n % 5000 = 1 then repeat('long ', 1000) || 'Zebra' else 'short' end),
            'api', now() - n * interval '1 second', now()
       from generate_series(1, $2::int) n`,
    [projectId, contacts],
  );

const filter = (field: string, operator: string, value: unknown) => ({ field, operator, value });
const any = (...filters: unknown[]) => ({ logic: 'OR', groups: filters.map((each) => ({ filters: [each] })) });
const all = (...filters: unknown[]) => ({ logic: 'AND', groups: [{ filters }] });

const isChosen = filter('data.code', 'equals', 'chosen');
const isZebra = filter('data.company', 'contains', 'zebra');
const isPro = filter('data.plan', 'equals', 'pro');
const hasNoCode = filter('data.code', 'notEquals', 'chosen');

const selective: readonly [string, unknown, number][] = [
  ['an equal text', all(isChosen), 50],
  ['an equal number', all(filter('data.number', 'equals', 777)), 1],
  ['a part of a text', all(isZebra), 20],
  ['a part of a long text', all(filter('data.note', 'contains', 'zebra')), 10],
  ['a part of an address', all(filter('email', 'contains', '-rare@')), 20],
  ['one of two', any(isChosen, isZebra), 60],
  ['one of two in different indexes', any(isChosen, filter('email', 'contains', '-rare@')), 60],
  ['a rare one and a common one', all(isPro, isZebra, hasNoCode), 10],
  ['no contact', all(filter('data.code', 'equals', 'unknown')), 0],
];

const read = <T>(work: (reader: ProjectReader) => Promise<T>, { id } = project): Promise<T> =>
  projectContext(app.app.services, id as ProjectId).read(work); // an id of a given project

test.each(selective)('a selective condition is counted with few pages read: %s', async (_, condition, count) => {
  const tree = conditionFrom(condition);

  const { few, pages, scanned } = await read(async (reader) => {
    const audience = await loadAudience(reader);
    const statement = fewCountStatement(reader, audience, tree);
    return {
      few: await countFew(reader, audience, tree),
      pages: await pagesOf(reader, sql`${statement}`),
      scanned: await pagesOf(reader, countStatement(audience, reader.projectId, tree)),
    };
  });

  expect(few).toBe(count);
  expect(pages).toBeLessThan(scanned / 2);
});

async function pagesOf({ db }: ProjectReader, statement: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<Record<string, { Plan: Record<string, number> }[]>>`
    explain (analyze, buffers, format json) ${statement}`.execute(db);
  const [plan] = Object.values(rows[0] ?? {}).flat();
  return (plan?.Plan['Shared Hit Blocks'] ?? 0) + (plan?.Plan['Shared Read Blocks'] ?? 0);
}

test.each([
  ['a common value', all(isPro), 25_000],
  ['a negation', all(hasNoCode), 49_950],
  ['a rare value or a negation', any(isChosen, hasNoCode), 50_000],
])('all contacts are read for a condition that matches many: %s', async (_, condition, count) => {
  const tree = conditionFrom(condition);

  const counted = await read(async (reader) => {
    const audience = await loadAudience(reader);
    return { few: await countFew(reader, audience, tree), count: await countMatching(reader, audience, tree) };
  });

  expect(counted).toEqual({ few: null, count });
});

const search = JSON.stringify([
  { objects: [{ code: 'chosen' }], patterns: ['%zebra%'], emails: ['%-rare@%'], decimals: false },
]);

async function callAs(role: TransactionScope['role'], projectId: string | null): Promise<string[]> {
  const open = await openTransaction(app.app.services.database, { role, projectId, isReadOnly: true });
  try {
    const found = sql<{ place: string }>`select unnest(segment_candidates(${search}::jsonb))::text as place`;
    const { rows } = await found.execute(open.db);
    return rows.map(({ place }) => place);
  } finally {
    await open.rollback();
  }
}

test("another project's contacts never become candidates", async () => {
  const places = await callAs('postrider_app', project.id);

  const { rows } = await run('select distinct project_id from contacts where ctid = any ($1::tid[])', [places]);
  expect(rows).toEqual([{ project_id: project.id }]);
  expect(new Set(places).size).toBe(70); // 60 and the 10 with long data
});

test("a place in another project's rows is not read", async () => {
  const places = await callAs('postrider_app', neighbour.id);

  const { rows } = await read((reader) =>
    sql<{ count: string }>`select count(*) from contacts c where c.ctid = any (${places}::tid[])`.execute(reader.db),
  );

  expect(rows).toEqual([{ count: '0' }]);
});

test('a scope without a project has no candidates, and the worker role cannot ask for them', async () => {
  await expect(callAs('postrider_app', null)).rejects.toThrow(/invalid input syntax for type uuid/);
  await expect(callAs('postrider_worker', project.id)).rejects.toThrow(/permission denied/);
});

test('the members of a selective segment are listed in pages, newest first, and previewed', async () => {
  const api = app.as(project.secretKey);
  const condition = all(isChosen, filter('email', 'notContains', 'rare'));

  const { body: segment } = await api.post('/segments', { name: 'Chosen', condition });
  const pages = await Promise.all(
    [1, 2, 3, 4].map(async (page) => (await api.get(`/segments/${segment.id}/contacts?page=${page}&pageSize=15`)).body),
  );
  const { body: preview } = await api.post('/segments/preview', { condition, sample: 3 });

  const numbers = Array.from({ length: 50 }, (_, index) => (index + 1) * 1_000).filter((n) => n % 2_500 > 0);
  const emails = numbers.map((n) => `c${n}@example.com`);
  const emailsOf = (body: { data: { email: string }[] }): string[] => body.data.map(({ email }) => email);
  expect(segment.memberCount).toBe(40);
  expect(pages.map(({ total }) => total)).toEqual([40, 40, 40, 40]);
  expect(pages.flatMap(emailsOf)).toEqual(emails);
  expect(preview.count).toBe(40);
});
