import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { JsonObject } from '#pure/custom-fields';

/** Something that happened in a project and is no event of a contact (D-1016). */
export interface LoggedActivity {
  readonly name: string;
  readonly data: JsonObject;
  /** The mail it is about. */
  readonly mail?: { readonly id: string; readonly isTest: boolean };
}

/**
 * Writes to the log of activity, inside the transaction of the fact. The features that own the facts call it; the activity reads it.
 * Cost: one row version each, one statement for all.
 */
export async function logActivity(tx: ProjectTx, happened: readonly LoggedActivity[]): Promise<void> {
  if (happened.length === 0) return;
  const column = <T>(read: (each: LoggedActivity) => T): T[] => happened.map(read);
  await sql`
    insert into activity_log (project_id, created_at, id, name, email_id, is_test, data)
    select ${tx.projectId}, date_trunc('milliseconds', clock_timestamp()), i.id, i.name, i.email_id, i.is_test, i.data::jsonb
      from unnest(${column(() => tx.newId())}::uuid[], ${column(({ name }) => name)}::text[],
                  ${column(({ mail }) => mail?.id ?? null)}::uuid[], ${column(({ mail }) => mail?.isTest ?? null)}::boolean[],
                  ${column(({ data }) => JSON.stringify(data))}::text[]) i (id, name, email_id, is_test, data)`.execute(
    tx.db,
  );
}
