import type { Client } from 'pg';
import type { ProofProject } from '../instance/projects.ts';

/** What both sides of a comparison do, one item after the other. */
export interface ProjectLoad<Item> {
  readonly milliseconds: number;
  readonly concurrency: number;
  readonly poolSize: number;
  next(): Item;
}

/** The project of the next item: `turn` counts the rounds, `count` the items. */
export interface Turn {
  readonly project: ProofProject;
  readonly index: number;
  readonly turn: number;
  readonly count: number;
}

/** Spread over many projects, because one project may send a thousand requests a minute. */
export function projectLoad<Item>(
  projects: readonly ProofProject[],
  milliseconds: number,
  item: (turn: Turn) => Item,
): ProjectLoad<Item> {
  let count = 0;
  return {
    milliseconds,
    concurrency: 20,
    poolSize: 10,
    next() {
      count += 1;
      const index = count % projects.length;
      const project = projects[index];
      if (!project) throw new Error('a load needs projects');
      return item({ project, index, count, turn: Math.floor(count / projects.length) });
    },
  };
}

const peoplePerProject = 50;

/** Contacts of every project that are known and have this data. */
export async function seedPeople(client: Client, projects: readonly ProofProject[], data: object): Promise<void> {
  await client.query(
    `insert into contacts (project_id, id, email, subscribed, data, source, created_at, updated_at)
     select p, gen_random_uuid(), 'person-' || n || '@example.com', true, $3, 'api', now(), now()
       from unnest($1::uuid[]) p cross join generate_series(0, $2::int - 1) n`,
    [projects.map(({ id }) => id), peoplePerProject, data],
  );
  await client.query('vacuum analyze contacts');
}

/** One contact, another in every turn; `round` counts how often all of them were used. */
export const personOf = (turn: number): { email: string; round: number } => ({
  email: `person-${turn % peoplePerProject}@example.com`,
  round: Math.floor(turn / peoplePerProject),
});
