import { sql } from 'kysely';
import type { z } from 'zod';
import type { ProjectReader } from '#platform/context';
import type { KeptReply } from '#platform/http';
import type { SendReply } from './send-body.ts';

type Reply = z.output<typeof SendReply>;
type KeptEmail = Omit<Reply['data']['emails'][number], 'contact'> & { readonly contact: { readonly id: string } };
type Kept = Omit<Reply, 'data'> & {
  readonly data: Omit<Reply['data'], 'emails'> & { readonly emails: readonly KeptEmail[] };
};

/** The reply to a send is kept without addresses; they are those of the mails, and null once the contact is deleted (D-1063). */
export const keptSend: KeptReply = {
  keep: (reply: Reply): Kept => {
    const emails = reply.data.emails.map(({ contact: { id }, ...email }) => ({ contact: { id }, ...email }));
    return { ...reply, data: { ...reply.data, emails } };
  },
  async show({ db, projectId }: ProjectReader, kept: Kept) {
    const ids = kept.data.emails.map(({ email }) => email);
    const { rows } = await sql<{ id: string; recipient: string | null }>`
      select id, recipient from emails where project_id = ${projectId} and id = any(${ids}::uuid[])`.execute(db);
    const recipients = new Map(rows.map(({ id, recipient }) => [id, recipient]));
    const emails = kept.data.emails.map(({ contact, ...email }) => ({
      contact: { ...contact, email: recipients.get(email.email) ?? null },
      ...email,
    }));
    return { ...kept, data: { ...kept.data, emails } };
  },
};
