import { randomUUIDv7 } from 'node:crypto';
import type { Client } from 'pg';
import { keyRing, seal } from '../../../server/src/platform/crypto/index.ts';
import { settingsFor } from '../../instance/instance.ts';
import { makeProjects, type ProofProject } from '../../instance/projects.ts';
import { senderDomain } from './fixture.ts';

/** A project that may send from the fixture's domain, or another one, with this key. */
export async function givenSendingProject(
  client: Client,
  key: { publicKey: string; privateKey: string },
  domain = senderDomain,
): Promise<ProofProject> {
  const [project] = await makeProjects(client, 1);
  if (!project) throw new Error('no project');
  const id = randomUUIDv7();
  const { SECRET_KEY = '' } = settingsFor('');
  const ring = keyRing({ SECRET_KEY, SECRET_KEYS_OLD: [] }, 'dkim-keys');
  await client.query(
    `insert into domains (project_id, id, domain, status, verified_at, created_at, updated_at)
     values ($1, $2, $3, 'verified', now(), now(), now())`,
    [project.id, id, domain],
  );
  await client.query(
    `insert into domain_keys (project_id, domain_id, selector, public_key, private_key, created_at)
     values ($1, $2, 'postrider', $3, $4, now())`,
    [project.id, id, key.publicKey, seal(ring, key.privateKey, `domain:${id}`)],
  );
  await client.query(`update projects set mode = 'live'`);
  return project;
}

export async function givenPeople(
  client: Client,
  projectId: string,
  count: number,
): Promise<{ id: string; email: string }[]> {
  const people = Array.from({ length: count }, (_, index) => ({
    id: randomUUIDv7(),
    email: `person-${index}@example.com`,
  }));
  await client.query(
    `insert into contacts (project_id, id, email, subscribed, source, created_at, updated_at)
     select $1, id, email, true, 'api', now(), now() from unnest($2::uuid[], $3::text[]) as p (id, email)`,
    [projectId, people.map(({ id }) => id), people.map(({ email }) => email)],
  );
  return people;
}
