import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import type { MailSource, ReputationCounts, ReputationStats } from './stats.ts';
import { thresholds } from './thresholds.ts';

/** What a check and its reply need of the project's row. */
export interface ProjectState {
  readonly createdAt: Date;
  readonly isDisabled: boolean;
  readonly pausedAt: Date | null;
  readonly marketingPausedAt: Date | null;
}

/** Null for a project that was erased meanwhile. */
export async function findProjectState({ db, projectId }: ProjectReader): Promise<ProjectState | null> {
  const row = await db
    .selectFrom('projects')
    .select(['createdAt', 'disabledReason', 'pausedAt', 'marketingPausedAt'])
    .where('id', '=', projectId)
    .executeTakeFirst();
  return row ? { ...row, isDisabled: row.disabledReason !== null } : null;
}

export const isNew = ({ createdAt }: ProjectState, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < thresholds.newProject.days * 86_400_000;

/** The counts of the present round: since the last lifted pause. */
export async function loadStats(reader: ProjectReader, project: ProjectState): Promise<ReputationStats> {
  const { db, projectId, now } = reader;
  const { rows } = await sql<MailSource & Record<`${'day' | 'week'}${'Sent' | 'Bounces' | 'Complaints'}`, number>>`
    select c.scope, c.target_id, ${columns('week')}, ${columns('day', sql`c.hour >= date_trunc('hour', ${now}::timestamptz - interval '24 hours')`)}
      from reputation_counts c
     where c.project_id = ${projectId} and c.hour >= date_trunc('hour', ${now}::timestamptz - interval '7 days')
       and c.round = coalesce((select round from reputation_states where project_id = ${projectId}), 0)
     group by c.scope, c.target_id`.execute(db);
  const own = rows.find(({ scope }) => scope === 'project');
  const week = (row: (typeof rows)[number]): ReputationCounts => ({
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

const nothing: ReputationCounts = { sent: 0, bounces: 0, complaints: 0 };

/** The counts since the last lifted pause; for information, they never cause a pause. */
export async function loadAllTime({ db, projectId }: ProjectReader): Promise<ReputationCounts> {
  const { rows } = await sql<ReputationCounts>`
    select coalesce(sum(sent), 0)::float8 as sent, coalesce(sum(bounces), 0)::float8 as bounces,
           coalesce(sum(complaints), 0)::float8 as complaints
      from reputation_counts
     where project_id = ${projectId} and scope = 'project'
       and round = coalesce((select round from reputation_states where project_id = ${projectId}), 0)`.execute(db);
  return rows[0] ?? nothing;
}
