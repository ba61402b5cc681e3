import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Client } from 'pg';

export interface ProofProject {
  id: string;
  /** Short and public; stands in links, and in keys of one cell of several. */
  handle: string;
  publicKey: string;
  secretKey: string;
}

/**
 * Projects with keys, written directly into the tables: proof runs need hundreds of them, and no owner. Keys carry the mark of
 * their cell if there are several.
 */
export async function makeProjects(client: Client, count: number, cell = ''): Promise<ProofProject[]> {
  const projects = Array.from({ length: count }, () => {
    const own = handle();
    const mark = cell ? `${cell}.${own}.` : '';
    return { id: randomUUIDv7(), handle: own, publicKey: key(`pk_${mark}`), secretKey: key(`sk_${mark}`) };
  });
  await client.query(
    `insert into projects (id, name, handle, created_at, updated_at)
     select id, 'Proof', handle, now(), now() from unnest($1::uuid[], $2::text[]) as p (id, handle)`,
    [projects.map(({ id }) => id), projects.map((project) => project.handle)],
  );
  for (const kind of ['public', 'secret'] as const) {
    const keys = projects.map((project) => (kind === 'public' ? project.publicKey : project.secretKey));
    await client.query(
      `insert into api_keys (project_id, kind, hash, last4, public_text, created_at)
       select id, $3, sha256(key::bytea), right(key, 4), case $3 when 'public' then key end, now()
         from unnest($1::uuid[], $2::text[]) as k (id, key)`,
      [projects.map(({ id }) => id), keys, kind],
    );
  }
  return projects;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const handle = (): string => [...randomBytes(8)].map((byte) => alphabet[byte % 32]).join('');

function key(prefix: string): string {
  const text = prefix + randomBytes(32).toString('base64url');
  return text + createHash('sha256').update(text).digest('base64url').slice(0, 6);
}
