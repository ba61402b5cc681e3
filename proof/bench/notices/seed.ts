import { randomUUIDv7 } from 'node:crypto';
import type { Client } from 'pg';

export interface SeededContact {
  readonly id: string;
  readonly email: string;
}

const page = 5_000;

/** Mails that were handed over, without any notice so far. Returns their ids. */
export async function seedSentMails(
  client: Client,
  projectId: string,
  people: readonly SeededContact[],
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUIDv7());
  for (let from = 0; from < count; from += page) {
    const pageIds = ids.slice(from, from + page);
    const recipients = pageIds.map((_, index) => people[(from + index) % people.length]);
    await client.query(
      `insert into emails (project_id, id, contact_id, status, recipient, from_email, from_name, subject, type, source_type,
                           attempts, sent_at, created_at, updated_at)
       select $1, id, contact_id, 'SENT', recipient, 'hello@acme.example', 'Acme', 'Your receipt from Acme', 'TRANSACTIONAL',
              'TRANSACTIONAL', 1, now(), now(), now()
         from unnest($2::uuid[], $3::uuid[], $4::text[]) m (id, contact_id, recipient)`,
      [projectId, pageIds, recipients.map((person) => person?.id), recipients.map((person) => person?.email)],
    );
  }
  await client.query('vacuum analyze emails');
  return ids;
}
