import type { Client } from 'pg';
import { givenSender } from '../../server/testing/given-mail.ts';
import { settingsFor } from '../instance/instance.ts';
import { makeProjects, type ProofProject } from '../instance/projects.ts';

export interface Tenant extends ProofProject {
  readonly from: string;
}

export const peoplePerTenant = 50;

/** Live projects, each with a verified sender domain, its key, and contacts `person-0@example.com` and so on. */
export async function makeTenants(client: Client, count: number, cell = ''): Promise<Tenant[]> {
  const projects = await makeProjects(client, count, cell);
  const { SECRET_KEY: secret = '' } = settingsFor('');
  const tenants: Tenant[] = [];
  for (const project of projects) {
    const domain = `tenant-${project.id.slice(-12)}.example`;
    await givenSender(client, project.id, domain, { secret });
    tenants.push({ ...project, from: `hello@${domain}` });
  }
  const ids = projects.map(({ id }) => id);
  await client.query(
    `insert into contacts (project_id, id, email, subscribed, data, source, created_at, updated_at)
     select p, gen_random_uuid(), 'person-' || n || '@example.com', true, '{"name":"Ada"}', 'api', now(), now()
       from unnest($1::uuid[]) p cross join generate_series(0, $2::int - 1) n`,
    [ids, peoplePerTenant],
  );
  await client.query(`update projects set mode = 'live' where id = any($1)`, [ids]);
  await client.query('vacuum analyze contacts, domains, projects');
  return tenants;
}
