import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { firstIdAt } from '#platform/ids';
import { limits } from '#pure/limits';
import { type ActivityType, activityTypes, namesOfTypes, platformEventNames, typeOfName } from './activity-types.ts';

const dayMs = 86_400_000;

/** The types that occurred lately, sorted (D-1014): one look at an index for each name, and none at records. */
export const listTypes = (ctx: ProjectContext): Promise<ActivityType[]> =>
  ctx.read(async (reader) => {
    const since = new Date(reader.now.getTime() - limits.activityTypeDays * dayMs);
    const [recorded, hasTracked, executions] = await Promise.all([
      findNames(reader, since),
      hasTrackedEvent(reader, since),
      findExecutionTypes(reader, since),
    ]);
    return [...new Set([...recorded, ...(hasTracked ? ['event.triggered' as const] : []), ...executions])].sort();
  });

async function findNames({ db, projectId }: ProjectReader, since: Date): Promise<ActivityType[]> {
  const types: ActivityType[] = [];
  for (const table of ['events', 'activity_log'] as const) {
    const names = namesOfTypes(table, new Set(activityTypes));
    const { rows } = await sql<{ name: string }>`
      select n.name from unnest(${names}::text[]) n (name) where exists (
        select from ${sql.table(table)} r where r.project_id = ${projectId} and r.name = n.name and r.created_at >= ${since}::timestamptz
         order by r.created_at desc limit 1)`.execute(db);
    types.push(...rows.map(({ name }) => typeOfName(table, name)));
  }
  return types;
}

/** Stops at the first name that has a record. */
async function hasTrackedEvent({ db, projectId }: ProjectReader, since: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from event_names n cross join lateral (
        select from events r where r.project_id = ${projectId} and r.name = n.name and r.created_at >= ${since}::timestamptz
         order by r.created_at desc limit 1) r
       where n.project_id = ${projectId} and n.name <> all (${platformEventNames}::text[])) as found`.execute(db);
  return rows[0]?.found ?? false;
}

async function findExecutionTypes({ db, projectId }: ProjectReader, since: Date): Promise<ActivityType[]> {
  const ids = sql`x.project_id = ${projectId} and x.id >= ${firstIdAt(since)}::uuid order by x.id desc limit 1`;
  const { rows } = await sql<{ started: boolean; completed: boolean }>`
    select exists (select from executions x where ${ids}) or exists (
             select from finished_executions x where x.completed_at >= ${new Date(since.getTime() - 60_000)}::timestamptz and ${ids}) as started,
           exists (select from finished_executions x where x.project_id = ${projectId} and x.completed_at >= ${since}::timestamptz
                    order by x.completed_at desc limit 1) as completed`.execute(db);
  const { started = false, completed = false } = rows[0] ?? {};
  return [...(started ? ['workflow.started' as const] : []), ...(completed ? ['workflow.completed' as const] : [])];
}
