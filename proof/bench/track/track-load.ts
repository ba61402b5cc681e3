import type { Client } from 'pg';
import type { ProofProject } from '../../instance/projects.ts';

const people = 50;
const names = ['page viewed', 'product added', 'purchase', 'signed in'];

export interface TrackedEvent {
  project: ProofProject;
  email: string;
  event: string;
  data: Record<string, unknown>;
}

export interface TrackLoad {
  readonly milliseconds: number;
  readonly concurrency: number;
  readonly poolSize: number;
  next(): TrackedEvent;
}

/** Contacts that are known and have just the data that the events will bring, so that no event changes them. */
export async function seedPeople(client: Client, projects: readonly ProofProject[]): Promise<void> {
  await client.query(
    `insert into contacts (project_id, id, email, subscribed, data, source, created_at, updated_at)
     select p, gen_random_uuid(), 'person-' || n || '@example.com', true, '{"plan": "pro", "city": "Bonn"}', 'api', now(), now()
       from unnest($1::uuid[]) p cross join generate_series(0, $2::int - 1) n`,
    [projects.map(({ id }) => id), people],
  );
  await client.query('vacuum analyze contacts');
}

/** Spread over many projects, because one project may send a thousand requests a minute. */
export function trackLoad(projects: readonly ProofProject[], milliseconds: number): TrackLoad {
  let count = 0;
  return {
    milliseconds,
    concurrency: 20,
    poolSize: 10,
    next() {
      count += 1;
      const project = projects[count % projects.length];
      if (!project) throw new Error('a load needs projects');
      const turn = Math.floor(count / projects.length);
      const email = `person-${turn % people}@example.com`;
      const event = names[Math.floor(turn / people) % names.length] ?? '';
      return { project, email, event, data: { plan: 'pro', city: 'Bonn' } };
    },
  };
}
