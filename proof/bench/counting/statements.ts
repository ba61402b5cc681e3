/** A statement that writes mails, `batch` of them at a time, each time its own transaction. */
export interface Change {
  readonly name: string;
  readonly batch: number;
  readonly mails: number;
  /** What was done to the mails before. */
  readonly before: string | null;
  /** $1 the project, $2 the ids; an insert makes the ids given. */
  readonly text: string;
}

/** A mail of a template, so that each fact changes as many rows as it can. */
export const accept = `
  insert into emails (project_id, id, status, recipient, from_email, from_name, subject, type, source_type, template_id, attempts,
                      created_at, updated_at)
  select $1, id, 'QUEUED', 'someone' || n || case n % 3 when 0 then '@gmail.com' else '@example.com' end, 'hello@acme.example', 'Acme',
         'Your receipt', 'TRANSACTIONAL', 'TRANSACTIONAL', $1, 1, now(), now()
    from unnest($2::uuid[]) with ordinality m (id, n)`;

const send = change(`status = 'SENT', sent_at = now()`);
const deliver = change(`status = 'DELIVERED', delivered_at = now()`);

function change(set: string): string {
  return `update emails set ${set}, updated_at = now() where project_id = $1 and id = any($2::uuid[])`;
}

export const changes: readonly Change[] = [
  { name: 'accepted one by one', batch: 1, mails: 1_000, before: null, text: accept },
  { name: 'accepted 1,000 at once', batch: 1_000, mails: 2_000, before: null, text: accept },
  { name: 'sent one by one', batch: 1, mails: 1_000, before: null, text: send },
  { name: 'sent 20 at once', batch: 20, mails: 1_000, before: null, text: send },
  { name: 'delivered one by one', batch: 1, mails: 1_000, before: send, text: deliver },
  { name: 'delivered 10 at once', batch: 10, mails: 500, before: send, text: deliver },
  { name: 'changed in nothing that counts', batch: 1, mails: 1_000, before: send, text: change('opens = opens + 1') },
];
