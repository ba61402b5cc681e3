import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { limits } from '#pure/limits';
import type { EmailId } from '../email.ts';
import { cleanText } from './merge-notices.ts';

export interface Delay {
  readonly emailId: EmailId;
  readonly at: Date;
  readonly diagnostic: string | null;
}

/** Records in the history of an email that its delivery is delayed, without other effects. False when there is no such email. */
export async function noteDelay({ db, projectId }: ProjectTx, { emailId, at, diagnostic }: Delay): Promise<boolean> {
  const email = await db
    .selectFrom('emails')
    .select('recipient')
    .where('projectId', '=', projectId)
    .where('id', '=', emailId)
    .forShare() // Why: one that is being erased is seen as it is afterwards
    .executeTakeFirst();
  if (!email) return false;
  await sql`
    insert into email_delays (project_id, email_id, at, diagnostic)
    select ${projectId}, ${emailId}, ${at}, ${email.recipient === null ? null : cleanText(diagnostic)}
     where (select count(*) from email_delays where project_id = ${projectId} and email_id = ${emailId}) < ${limits.delaysPerEmail}
    on conflict do nothing`.execute(db);
  return true;
}
