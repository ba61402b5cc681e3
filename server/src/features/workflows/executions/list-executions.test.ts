import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ProjectId, projectContext } from '#platform/context';
import { type ExecutionProject, type ExecutionSetup, openExecutionSetup } from '#testing/execution-setup';
import { type GivenStep, givenWorkflow } from '#testing/workflow-setup';
import type { WorkflowId } from '../workflow.ts';
import { requireShownWorkflow } from './find-execution.ts';
import { pageStatement } from './list-executions.ts';
import { type ExecutionFilter, listSources } from './list-sources.ts';

let setup: ExecutionSetup;
let project: ExecutionProject;
beforeAll(async () => {
  setup = await openExecutionSetup({ isWorking: false });
});
afterAll(() => setup.close());
beforeEach(async () => {
  project = await setup.newProject();
});

const delay: GivenStep = { type: 'DELAY', config: { amount: 1, unit: 'hours' } };

/** Executions of a workflow as many as given, in one statement; the newest has the number 1. */
const givenMany = (workflowId: string, count: number, version: string, status: 'WAITING' | 'COMPLETED') => {
  const id = `id_in_order((extract(epoch from now()) * 1000)::bigint - 10 * n, 1)`;
  const common = `project_id, id, workflow_id, version, contact_id, status, step_id, trigger_type, started_at`;
  const values = `$1, ${id}, $2, ${version}, gen_random_uuid(), '${status}', gen_random_uuid(), 'MANUAL', now() - n * interval '10 ms'`;
  const from = `from generate_series(1, ${count}) n`;
  return project.rows(
    status === 'WAITING'
      ? `insert into executions (${common}, arrived_at, depth, is_public, updated_at, due_at)
         select ${values}, now(), 1, false, now(), 'infinity' ${from}`
      : `insert into finished_executions (${common}, completed_at) select ${values}, now() ${from}`,
    workflowId,
  );
};

const list = async (workflowId: string, query: string) =>
  (await project.api.get(`/workflows/${workflowId}/executions?${query}`)).body;

test('a filter that no index answers looks at so many rows and no more, and its cursor leads to the rest (D-945)', async () => {
  const { id } = await givenWorkflow(project.api, { steps: [delay] });
  await givenMany(id, 25_000, 'case when n in (5, 10000, 10001, 25000) then 7 else 8 end', 'WAITING');
  await givenMany(id, 12_000, '8', 'COMPLETED');

  const found: number[] = [];
  let cursor = '';
  do {
    const page = await list(id, `version=7&pageSize=1&cursor=${cursor}`);
    found.push(page.data.length);
    cursor = page.cursor;
    expect(page.hasMore).toBe(cursor !== '');
  } while (cursor !== '');

  expect(found.reduce((sum, count) => sum + count)).toBe(4);
  expect(found.length).toBeLessThan(10);
});

test('pages and cursors find every execution once, over both tables (D-945)', async () => {
  const { id } = await givenWorkflow(project.api, { steps: [delay] });
  await givenMany(id, 30, '1', 'WAITING');
  await givenMany(id, 30, '1', 'COMPLETED');

  const ids = (page: { data: { id: string }[] }) => page.data.map((each) => each.id);
  const byPage = [];
  for (let page = 1; page <= 4; page += 1) byPage.push(...ids(await list(id, `pageSize=19&page=${page}`)));
  const byCursor = [];
  for (let cursor = '', hasMore = true; hasMore; ) {
    const page = await list(id, `pageSize=7&cursor=${cursor}`);
    byCursor.push(...ids(page));
    ({ cursor, hasMore } = page);
  }

  expect(new Set(byPage).size).toBe(60);
  expect(byPage).toEqual(byPage.toSorted().toReversed());
  expect(byCursor).toEqual(byPage);
  expect(ids(await list(id, 'status=COMPLETED&pageSize=100'))).toHaveLength(30);
  expect(ids(await list(id, 'status=WAITING,COMPLETED&pageSize=100'))).toEqual(byPage);
});

test('pages end after 10,000 rows; the cursor goes on; with a filter the total is exact up to there (D-945)', async () => {
  const { id } = await givenWorkflow(project.api, { steps: [delay] });
  await givenMany(id, 10_020, '1', 'COMPLETED');

  const last = await list(id, 'pageSize=100&page=100');
  expect(last.data).toHaveLength(100);
  expect(await list(id, 'pageSize=100&page=101')).toMatchObject({ data: [], executions: [], hasMore: false });
  const rest = await list(id, `pageSize=100&cursor=${last.cursor}`);
  expect(rest.data).toHaveLength(20);
  const contactId = await project.newContact();
  const give = (count: number) =>
    project.rows(
      `update finished_executions set contact_id = $2 where project_id = $1 and id in
         (select id from finished_executions where project_id = $1 order by id limit ${count})`,
      contactId,
    );
  await give(9_990);
  expect((await list(id, `contactId=${contactId}`)).total).toBe(9_990);
  await give(10_020);
  expect((await list(id, `contactId=${contactId}&page=2`)).total).toBe(10_000);
});

/** How many pages the statement of a list reads: each of them is 8 KB of rows or of an index. */
async function pagesRead(workflowId: string, filter: ExecutionFilter): Promise<number> {
  const ctx = projectContext(setup.app.app.services, project.id as ProjectId); // a given project
  return ctx.read(async (reader) => {
    const workflow = await requireShownWorkflow(reader, workflowId as WorkflowId); // a given workflow
    const sources = listSources(project.id, workflow, filter);
    const statement = pageStatement(project.id, workflow, sources, { after: null, offset: 0, size: 20 });
    const { rows } = await sql<Record<string, { Plan: Record<string, number> }[]>>`
      explain (analyze, buffers, format json) ${statement}`.execute(reader.db);
    const [plan] = Object.values(rows[0] ?? {}).flat();
    return (plan?.Plan['Shared Hit Blocks'] ?? 0) + (plan?.Plan['Shared Read Blocks'] ?? 0);
  });
}

test('a page of a large list reads a few pages of the database, whether its statistics are new or old (D-945)', async () => {
  const { id, stepIds } = await givenWorkflow(project.api, { steps: [delay] });
  const other = await givenWorkflow(project.api, { steps: [delay] });
  const filters: ExecutionFilter[] = [
    {},
    { status: ['RUNNING'] },
    { status: ['RUNNING', 'WAITING'] },
    { status: ['COMPLETED'] },
    { status: ['FAILED', 'CANCELLED'] },
    { stepId: stepIds[0] ?? '' },
    { contactId: await project.newContact() },
  ];
  for (const workflowId of [id, other.id]) {
    await givenMany(workflowId, 20_000, '1', 'WAITING');
    await givenMany(workflowId, 20_000, '1', 'COMPLETED');
  }
  for (const statement of ['select 1', 'analyze executions, finished_executions']) {
    await setup.app.app.services.database.pool.query(statement);
    for (const filter of filters) {
      const pages = await pagesRead(id, filter);
      expect(pages, `${statement}: ${JSON.stringify(filter)}`).toBeLessThan(1_000);
    }
  }
});
