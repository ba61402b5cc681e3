import { Client } from 'pg';
import { createMigratedDatabase, urlOf } from '../../../server/testing/database.ts';
import { makeProjects, type ProofProject } from '../../instance/projects.ts';
import { seedPeople } from '../project-load.ts';
import { data } from '../track/track-load.ts';

const projectCount = 600;

export interface BenchDatabase {
  readonly name: string;
  readonly url: string;
  readonly client: Client;
  readonly projects: readonly ProofProject[];
}

/** A database with projects and people, and no execution. */
export async function makeBenchDatabase(): Promise<BenchDatabase> {
  const name = await createMigratedDatabase();
  const client = new Client({ connectionString: urlOf(name) });
  await client.connect();
  const projects = await makeProjects(client, projectCount);
  await seedPeople(client, projects, data);
  return { name, url: urlOf(name), client, projects };
}
