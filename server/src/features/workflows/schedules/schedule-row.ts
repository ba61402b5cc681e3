import { sql } from 'kysely';
import { type FrozenAudience, frozenFromJson, frozenToJson } from '#features/segments';
import type { ProjectTx } from '#platform/context';
import type { Claim } from '#platform/spool';

/** The row of a workflow with a schedule. */
export interface ScheduleRow {
  /** The time for which contacts enter, or will. */
  readonly firesAt: Date;
  /** Null while it waits for that time. */
  readonly firing: Firing | null;
}

/** A time that has fired, with what counts for all contacts who enter (D-942). */
export interface Firing {
  readonly beganAt: Date;
  readonly version: number;
  readonly audience: FrozenAudience;
  /** The last contact that was looked at. */
  readonly afterContact: string | null;
}

/** The row, locked; null when another worker has taken it over. Locked after the workflow, where both are. */
export async function lockSchedule(tx: ProjectTx, { id, fence }: Claim): Promise<ScheduleRow | null> {
  const row = await tx.db
    .selectFrom('workflowSchedules')
    .select(['firesAt', 'beganAt', 'version', 'audience', 'afterContact'])
    .where('projectId', '=', tx.projectId)
    .where('id', '=', id)
    .where('fence', '=', fence)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const { firesAt, beganAt, version, audience, afterContact } = row;
  if (beganAt === null || version === null) return { firesAt, firing: null };
  return { firesAt, firing: { beganAt, version, audience: frozenFromJson(audience), afterContact } };
}

/** The time fires: the row keeps what counts for it. */
export async function storeFiring(tx: ProjectTx, id: string, firesAt: Date, firing: Firing): Promise<void> {
  const { beganAt, version, audience, afterContact } = firing;
  await tx.db
    .updateTable('workflowSchedules')
    .set({ firesAt, beganAt, version, afterContact, audience: JSON.stringify(frozenToJson(audience)) })
    .where('projectId', '=', tx.projectId)
    .where('id', '=', id)
    .execute();
}

export async function moveFiring(tx: ProjectTx, id: string, afterContact: string): Promise<void> {
  await tx.db
    .updateTable('workflowSchedules')
    .set({ afterContact })
    .where('projectId', '=', tx.projectId)
    .where('id', '=', id)
    .execute();
}

/** The row waits for this time; a claim of it is void. One that is not there yet is made. */
export async function awaitTime({ db, projectId }: ProjectTx, id: string, firesAt: Date): Promise<void> {
  await sql`
    insert into workflow_schedules as s (project_id, id, fires_at, due_at)
    values (${projectId}, ${id}, ${firesAt}, greatest(${firesAt}::timestamptz, now()))
    on conflict (project_id, id) do update
       set fires_at = excluded.fires_at, due_at = excluded.due_at, began_at = null, version = null, audience = null,
           after_contact = null, lease_until = null, fence = null, claims = 0`.execute(db);
}

export async function deleteSchedule({ db, projectId }: ProjectTx, id: string): Promise<void> {
  await db.deleteFrom('workflowSchedules').where('projectId', '=', projectId).where('id', '=', id).execute();
}
