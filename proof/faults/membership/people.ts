import type { Client } from 'pg';

export const dayMs = 86_400_000;

/** What the run knows of a contact, independent of the product. Times are milliseconds. */
export interface SegmentPerson {
  readonly n: number;
  readonly email: string;
  readonly plan: string;
  readonly score: number;
  readonly city: string;
  readonly subscribed: boolean;
  readonly seenAt: number | null;
  /** The last event of each name. */
  readonly events: Readonly<Record<string, number>>;
}

/** A few of each kind are members of something from the start. */
export function personOf(n: number, startedAt: number): SegmentPerson {
  const events: Record<string, number> = {};
  if (n % 100 === 1) events.purchase = startedAt - 40 * dayMs;
  if (n % 100 === 2) events.login = startedAt - 3 * dayMs;
  return {
    n,
    email: `person-${n}@example.com`,
    plan: n % 50 === 0 ? 'pro' : 'free',
    score: n % 100,
    city: `c${n % 200}`,
    subscribed: true,
    seenAt: null,
    events,
  };
}

/** The same people as rows, made inside the database. */
export async function seedPeople(client: Client, projectId: string, count: number, startedAt: number): Promise<void> {
  const idOf = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const started = `to_timestamp(${startedAt} / 1000.0)`;
  await client.query(`
    insert into contacts (project_id, id, email, subscribed, data, source, created_at, updated_at)
    select '${projectId}', ${idOf}, 'person-' || n || '@example.com', true,
           jsonb_build_object('plan', case when n % 50 = 0 then 'pro' else 'free' end, 'score', n % 100, 'city', 'c' || n % 200),
           'import', now(), now() from generate_series(0, ${count - 1}) n`);
  await client.query(`
    insert into contact_events (project_id, name, contact_id, last_at, total)
    select '${projectId}', e.name, ${idOf}, ${started} - e.age, 1
      from generate_series(0, ${count - 1}) n
      join (values (1, 'purchase', interval '960 hours'), (2, 'login', interval '72 hours')) e (rest, name, age) on n % 100 = e.rest`);
  await client.query('vacuum analyze contacts, contact_events');
}
