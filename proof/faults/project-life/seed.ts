import type { Client } from 'pg';
import type { SignedUpProject } from '../../instance/sign-up.ts';

/** Contacts with a segment of all of them, marks of events and addresses that get no mail. */
export async function seed(client: Client, { id }: SignedUpProject, count: number): Promise<void> {
  const contactId = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  await client.query(
    `insert into segments (project_id, id, name, slug, type, track_membership, member_count, member_count_at, count_due_at, created_at, updated_at)
     values ($1, $1, 'All', 'all', 'STATIC', false, $2, now(), null, now(), now())`,
    [id, count],
  );
  await client.query(
    `insert into contacts (project_id, id, email, subscribed, data, source, created_at, updated_at)
     select $1, ${contactId}, 'seed-' || n || '@example.com', true, jsonb_build_object('plan', 'pro'), 'import', now(), now()
       from generate_series(1, $2::int) n`,
    [id, count],
  );
  await client.query(
    `insert into segment_members (project_id, segment_id, contact_id, since)
     select $1, $1, ${contactId}, now() from generate_series(1, $2::int) n`,
    [id, count],
  );
  await client.query(
    `insert into contact_events (project_id, name, contact_id, last_at, total)
     select $1, 'visit', ${contactId}, now(), 1 from generate_series(1, $2::int) n`,
    [id, count],
  );
  await client.query(
    `insert into suppressions (project_id, id, email, reason, blocks, created_at)
     select $1, ${contactId}, 'seed-' || n || '@example.com', 'BOUNCE', 'ALL', now() from generate_series(1, $2::int / 10) n`,
    [id, count],
  );
}
