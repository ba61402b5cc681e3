import { sql } from 'kysely';
import type { ContactId } from '#features/contacts';
import type { ProjectTx } from '#platform/context';

/** What waits for deleted contacts is not sent, and replies to what was sent lose their contents (D-1055). */
export async function forgetContacts(
  { db, projectId }: ProjectTx,
  contacts: readonly { readonly contactId: ContactId }[],
): Promise<void> {
  const ids = contacts.map(({ contactId }) => contactId);
  await sql`
    delete from webhook_deliveries where project_id = ${projectId} and contact_id = any(${ids}::uuid[])`.execute(db);
  await sql`
    update webhook_delivery_log set attempts = (
      select jsonb_agg(a.value || '{"response":null}' order by a.n) from jsonb_array_elements(attempts) with ordinality a (value, n))
     where project_id = ${projectId} and contact_id = any(${ids}::uuid[])
       and jsonb_path_exists(attempts, '$[*].response ? (@ != null)')`.execute(db);
}
