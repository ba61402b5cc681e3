import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';

const page = 1_000;
/** Mail under way first, so that nothing of a wiped project is sent. */
const tables = [
  ['deliveries', 'id'],
  ['test_outcomes', 'id'],
  ['email_contents', 'id'],
  ['email_attachments', 'id'],
  ['inbox_messages', 'id'],
  ['delivery_attempts', 'email_id'],
  ['click_judgements', 'id'],
  ['tracking_hits', 'id'],
  ['email_links', 'id'],
  ['emails', 'id'],
  ['suppressions', 'id'],
  ['received_mails', 'fingerprint'],
  ['email_delays', 'email_id'],
  ['mail_stops', 'source_id'],
  ['shared_texts', 'id'],
] as const;

/** Deletes a page of the project's rows in this feature; true while there may be more. */
export async function wipeEmails(tx: ProjectTx): Promise<boolean> {
  for (const [table, key] of tables) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where project_id = ${tx.projectId} and ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where project_id = ${tx.projectId} limit ${page})`.execute(
      tx.db,
    );
    if (numAffectedRows > 0n) return true;
  }
  return false;
}
