import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { EmailId } from '../email.ts';
import { cleanText } from './merge-notices.ts';

export interface Delay {
  readonly emailId: EmailId;
  readonly at: Date;
  readonly diagnostic: string | null;
}

const mostOfEmail = 20;

/** Notes in the history of an email that its delivery is delayed; nothing else follows. False when there is no such email. */
export async function noteDelay({ db, projectId }: ProjectTx, { emailId, at, diagnostic }: Delay): Promise<boolean> {
  const email = await db
    .selectFrom('emails')
    .select('id')
    .where('projectId', '=', projectId)
    .where('id', '=', emailId)
    .executeTakeFirst();
  if (!email) return false;
  await sql`
    insert into email_delays (project_id, email_id, at, diagnostic)
    select ${projectId}, ${emailId}, ${at}, ${cleanText(diagnostic)}
     where (select count(*) from email_delays where project_id = ${projectId} and email_id = ${emailId}) < ${mostOfEmail}
    on conflict do nothing`.execute(db);
  return true;
}
