import type { Client } from 'pg';
import { type Client as ApiClient, clientOf } from '../../../server/testing/client.ts';
import { sendPlanted } from '../../../server/testing/log-search.ts';

export interface LifeProject {
  readonly id: string;
  readonly publicKey: string;
  readonly secretKey: string;
  /** A client with the session of its owner. */
  readonly owner: ApiClient;
}

/** A person with a project, made by signing up. */
export async function signUp(url: string, name: string): Promise<LifeProject> {
  const from = { 'sec-fetch-site': 'same-origin' };
  const body = { email: `${name}@example.com`, password: 'a-password-of-the-proof-runs', projectName: name };
  const reply = await sendPlanted(url, { method: 'POST', path: '/auth/signup', headers: from, body });
  const cookie = String(reply.headers['set-cookie']?.[0]).split(';')[0] ?? '';
  const { id, public: publicKey, secret: secretKey } = reply.body.project;
  const owner = clientOf((call) => sendPlanted(url, call), { ...from, cookie });
  return { id, publicKey, secretKey, owner };
}

/** Contacts with a segment of all of them, marks of events and addresses that get no mail. */
export async function seed(client: Client, { id }: LifeProject, count: number): Promise<void> {
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
