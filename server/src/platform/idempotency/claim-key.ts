import { sql } from 'kysely';
import type { ProjectContext } from '#platform/context';
import type { EarlierUse } from './read-key.ts';
import { readKey } from './read-key.ts';

export interface Claim {
  space: string;
  key: string;
  fence: string;
}

interface Wanted {
  space: string;
  key: string;
  method: string;
  path: string;
  requestHash: Buffer;
  ttlHours: number;
}

/**
 * Takes the key in a transaction of its own, which commits before the work starts.
 * Why: inside the work's transaction rivals would wait on the row, and ten thousand of them drain the pool.
 */
export async function claimKey(ctx: ProjectContext, wanted: Wanted): Promise<Claim | EarlierUse> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const fence = await tryClaim(ctx, wanted);
    if (fence) return { space: wanted.space, key: wanted.key, fence };
    const earlier = await ctx.read((reader) => readKey(reader, wanted.space, wanted.key));
    if (earlier) return earlier;
  }
  throw new Error('an idempotency key changed hands three times within one request');
}

function tryClaim(ctx: ProjectContext, wanted: Wanted): Promise<string | null> {
  return ctx.transaction(async (tx) => {
    const { rows } = await sql<{ fence: string }>`
      insert into idempotency_keys as k
        (project_id, space, key, method, path, request_hash, fence, created_at, lease_until, expires_at)
      values (${tx.projectId}, ${wanted.space}, ${wanted.key}, ${wanted.method}, ${wanted.path}, ${wanted.requestHash},
              ${tx.newId()}, clock_timestamp(), clock_timestamp() + interval '60 seconds',
              clock_timestamp() + make_interval(hours => ${wanted.ttlHours}))
      on conflict (project_id, space, key) do update
         set fence = excluded.fence, created_at = excluded.created_at, method = excluded.method, path = excluded.path,
             request_hash = excluded.request_hash, lease_until = excluded.lease_until,
             expires_at = excluded.expires_at, status_code = null, result = null
       where k.expires_at <= clock_timestamp()
          or (k.status_code is null and k.lease_until <= clock_timestamp())
      returning fence`.execute(tx.db);
    return rows[0]?.fence ?? null;
  });
}
