import { randomUUIDv7 } from 'node:crypto';
import type { Client } from 'pg';
import { keyRing, seal } from '../../../server/src/platform/crypto/index.ts';
import { settingsFor } from '../../instance/instance.ts';
import { makeProjects, type ProofProject } from '../../instance/projects.ts';
import { seedPeople } from '../project-load.ts';

/** Live projects with people, each with a verified domain (`shop-1.example` and so on) that is signed with this key. */
export async function makeSenderProjects(
  client: Client,
  count: number,
  key: { publicKey: string; privateKey: string },
): Promise<ProofProject[]> {
  const projects = await makeProjects(client, count);
  await seedPeople(client, projects, { name: 'Ada', plan: 'pro' });
  const { SECRET_KEY = '' } = settingsFor('');
  const ring = keyRing({ SECRET_KEY, SECRET_KEYS_OLD: [] }, 'dkim-keys');
  const domains = projects.map(({ id: projectId }, index) => {
    const id = randomUUIDv7();
    return { projectId, id, domain: senderDomain(index), sealed: seal(ring, key.privateKey, `domain:${id}`) };
  });
  const [projectIds, ids] = [domains.map(({ projectId }) => projectId), domains.map(({ id }) => id)];
  await client.query(
    `insert into domains (project_id, id, domain, status, verified_at, created_at, updated_at)
     select p, id, domain, 'verified', now(), now(), now() from unnest($1::uuid[], $2::uuid[], $3::text[]) d (p, id, domain)`,
    [projectIds, ids, domains.map(({ domain }) => domain)],
  );
  for (const { projectId, id, sealed } of domains) {
    await client.query(
      `insert into domain_keys (project_id, domain_id, selector, public_key, private_key, created_at)
       values ($1, $2, 'postrider', $3, $4, now())`,
      [projectId, id, key.publicKey, sealed],
    );
  }
  await client.query(`update projects set mode = 'live'`);
  await client.query('vacuum analyze domains, domain_keys, projects');
  return projects;
}

const senderDomain = (index: number): string => `shop-${index + 1}.example`;
