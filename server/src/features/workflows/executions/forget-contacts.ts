import { sql } from 'kysely';
import type { ContactId } from '#features/contacts';
import type { ProjectTx } from '#platform/context';
import { cancelExecutions } from './cancel-executions.ts';
import { lockContacts } from './locks.ts';

/**
 * Ends the active executions of contacts that are being deleted, and forgets what all their executions knew of them: contact, context,
 * outputs, errors. Status, times and names of steps stay (D-947).
 */
export async function forgetContacts(
  tx: ProjectTx,
  contacts: readonly { readonly contactId: ContactId }[],
): Promise<void> {
  const { db, projectId } = tx;
  const ids = contacts.map(({ contactId }) => contactId);
  await lockContacts(tx, ids);
  const active = await sql<{ id: string }>`
    select id from executions where project_id = ${projectId} and contact_id = any (${ids}::uuid[])`.execute(db);
  await cancelExecutions(
    tx,
    active.rows.map(({ id }) => id),
    'contact_deleted',
  );
  await sql`
    with forgotten as (
      update finished_executions set contact_id = null, context = null, key = null
       where project_id = ${projectId} and contact_id = any (${ids}::uuid[]) returning id),
    keys as (
      delete from execution_keys k using forgotten f where k.project_id = ${projectId} and k.execution_id = f.id),
    entries as (
      delete from workflow_entries where project_id = ${projectId} and contact_id = any (${ids}::uuid[]))
    update step_executions s set contact_id = null, output = null, error = null
      from forgotten f where s.project_id = ${projectId} and s.execution_id = f.id`.execute(db);
}
