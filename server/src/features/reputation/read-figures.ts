import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import type { Counts, Figures, Source } from './figures.ts';
import { thresholds } from './thresholds.ts';

/** What the project's own row says. */
export interface ProjectFacts {
  readonly createdAt: Date;
  readonly isDisabled: boolean;
  readonly pausedAt: Date | null;
  readonly marketingPausedAt: Date | null;
}

/** Null for a project that was erased meanwhile. */
export async function findProject({ db, projectId }: ProjectReader): Promise<ProjectFacts | null> {
  const row = await db
    .selectFrom('projects')
    .select(['createdAt', 'disabledReason', 'pausedAt', 'marketingPausedAt'])
    .where('id', '=', projectId)
    .executeTakeFirst();
  return row ? { ...row, isDisabled: row.disabledReason !== null } : null;
}

export const isNew = ({ createdAt }: ProjectFacts, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < thresholds.newProject.days * 86_400_000;

/** The figures of the present round: since the last lifted pause. */
export async function readFigures(reader: ProjectReader, project: ProjectFacts): Promise<Figures> {
  const { db, projectId, now } = reader;
  const { rows } = await sql<Source & Record<`${'day' | 'week'}${'Sent' | 'Bounces' | 'Complaints'}`, number>>`
    select c.scope, c.target_id, ${columns('week')}, ${columns('day', sql`c.hour >= date_trunc('hour', ${now}::timestamptz - interval '24 hours')`)}
      from reputation_counts c
     where c.project_id = ${projectId} and c.hour >= date_trunc('hour', ${now}::timestamptz - interval '7 days')
       and c.round = coalesce((select round from reputation_states where project_id = ${projectId}), 0)
     group by c.scope, c.target_id`.execute(db);
  const own = rows.find(({ scope }) => scope === 'project');
  const week = (row: (typeof rows)[number]): Counts => ({
    sent: row.weekSent,
    bounces: row.weekBounces,
    complaints: row.weekComplaints,
  });
  return {
    isNewProject: isNew(project, now),
    week: own ? week(own) : nothing,
    day: own ? { sent: own.daySent, bounces: own.dayBounces, complaints: own.dayComplaints } : nothing,
    sources: rows
      .filter(({ scope }) => scope !== 'project')
      .map((row) => ({ scope: row.scope, targetId: row.targetId, week: week(row) })),
  };
}

const columns = (name: 'day' | 'week', when = sql`true`) =>
  sql.join(
    (['sent', 'bounces', 'complaints'] as const).map(
      (of) =>
        sql`coalesce(sum(c.${sql.ref(of)}) filter (where ${when}), 0)::float8 as ${sql.ref(name + of[0]?.toUpperCase() + of.slice(1))}`,
    ),
  );

const nothing: Counts = { sent: 0, bounces: 0, complaints: 0 };

/** Everything since the last lifted pause; it informs and never pauses. */
export async function readAllTime({ db, projectId }: ProjectReader): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select coalesce(sum(sent), 0)::float8 as sent, coalesce(sum(bounces), 0)::float8 as bounces,
           coalesce(sum(complaints), 0)::float8 as complaints
      from reputation_counts
     where project_id = ${projectId} and scope = 'project'
       and round = coalesce((select round from reputation_states where project_id = ${projectId}), 0)`.execute(db);
  return rows[0] ?? nothing;
}
