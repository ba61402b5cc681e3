import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProjectId, type ProjectReader, projectContext } from '#platform/context';
import { type ExecutionSetup, openExecutionSetup } from '#testing/execution-setup';
import { activityTypes } from './activity-types.ts';
import type { FeedQuery } from './feed-query.ts';
import { completedStatement, startedStatement } from './find-executions.ts';
import { rangeOf, recordStatement } from './find-records.ts';

let setup: ExecutionSetup;
beforeAll(async () => {
  setup = await openExecutionSetup({ isWorking: false });
});
afterAll(() => setup.close());

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

/** How many pages a statement reads, each 8 KB of rows or of an index, and how many rows it sorts. */
async function costOf(
  reader: ProjectReader,
  statement: RawBuilder<unknown>,
): Promise<{ pages: number; sorted: number }> {
  const { rows } = await sql<Record<string, { Plan: Plan }[]>>`
    explain (analyze, buffers, format json) ${statement}`.execute(reader.db);
  const plan = Object.values(rows[0] ?? {}).flat()[0]?.Plan;
  if (!plan) throw new Error('no plan');
  return { pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], sorted: sortedRows(plan) };
}

/** Rows that come into a sort. */
const sortedRows = ({ 'Node Type': type, Plans = [] }: Plan): number =>
  Plans.reduce((sum, plan) => sum + sortedRows(plan) + (type === 'Sort' ? plan['Actual Rows'] : 0), 0);

test('a page of a long feed reads a few pages of the database and sorts none of the period, whether its statistics are new or old', async () => {
  const project = await setup.newProject();
  const other = await setup.newProject();
  const contactId = await project.newContact();
  for (const { id, rows } of [project, other]) {
    await rows(
      `insert into events (project_id, created_at, id, contact_id, name, is_test)
       select $1, now() - n * interval '20 seconds', gen_random_uuid(), case when n % 500 = 0 then $2::uuid else gen_random_uuid() end,
              (array['email.open', 'email.sent', 'visit'])[1 + n % 3], null from generate_series(1, 40000) n`,
      contactId,
    );
    await rows(
      `insert into activity_log (project_id, created_at, id, name, data)
       select $1, now() - n * interval '20 seconds', gen_random_uuid(), 'campaign.sent', '{}' from generate_series(1, 10000) n`,
    );
    await rows(
      `insert into finished_executions (project_id, id, workflow_id, version, contact_id, status, step_id, trigger_type, started_at, completed_at)
       select $1, id_in_order((extract(epoch from now()) * 1000)::bigint - 20000 * n, 1), gen_random_uuid(), 1, gen_random_uuid(), 'COMPLETED',
              gen_random_uuid(), 'MANUAL', now(), now() - n * interval '19 seconds' from generate_series(1, 20000) n`,
    );
    await rows(
      `insert into event_names (project_id, name, first_seen_at) values ($1, 'visit', now()) on conflict do nothing`,
    );
    expect(id).not.toBe('');
  }
  const ctx = projectContext(setup.app.app.services, project.id as ProjectId); // a given project
  const all: Omit<FeedQuery, 'from' | 'to'> = {
    ...{
      types: new Set(activityTypes),
      contactId: null,
      mode: 'all',
      direction: 'newest-first',
      after: null,
      limit: 21,
    },
  };
  const queries: Record<string, Partial<FeedQuery>> = {
    first: {},
    'oldest first': { direction: 'oldest-first' },
    live: { mode: 'live' },
    'one type': { types: new Set(['email.opened'] as const), mode: 'live' },
    tracked: { types: new Set(['event.triggered', 'campaign.cancelled'] as const) },
    'of a contact': { contactId },
    deep: { after: { at: new Date(Date.now() - 100_000_000), recordId: crypto.randomUUID(), kind: 'sent' } },
  };
  for (const statistics of ['select 1', 'analyze events, activity_log, executions, finished_executions']) {
    await setup.app.app.services.database.pool.query(statistics);
    for (const [name, given] of Object.entries(queries)) {
      await ctx.read(async (reader) => {
        const period = { from: new Date(reader.now.getTime() - 30 * 86_400_000), to: reader.now };
        const query = { ...all, ...period, ...given };
        const ranges = [await rangeOf(reader, 'events', query), await rangeOf(reader, 'activity_log', query)];
        const statements = [
          ...ranges.flatMap((range) => (range ? [recordStatement(range, query)] : [])),
          ...[startedStatement(project.id, query), completedStatement(project.id, query)],
        ];
        for (const [index, statement] of statements.entries()) {
          const { pages, sorted } = await costOf(reader, statement);
          expect(pages, `${statistics}, ${name}, statement ${index}`).toBeLessThan(600);
          expect(sorted, `${statistics}, ${name}, statement ${index}`).toBeLessThan(300);
        }
      });
    }
  }
});
