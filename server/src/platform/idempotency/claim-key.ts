import { sql } from 'kysely';
import type { ProjectContext } from '#platform/context';
import { type EarlierKeyUse, findKeyUse } from './find-key-use.ts';

export interface KeyClaim {
  space: string;
  key: string;
  fence: string;
}

interface KeyRequest {
  space: string;
  key: string;
  method: string;
  path: string;
  requestHash: Buffer;
  ttlHours: number;
}

/**
 * Claims the key in a transaction of its own, which commits before the work starts.
 * Why: inside the work's transaction concurrent requests would wait for the row, and ten thousand of them exhaust the pool.
 */
export async function claimKey(ctx: ProjectContext, request: KeyRequest): Promise<KeyClaim | EarlierKeyUse> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const fence = await tryClaim(ctx, request);
    if (fence) return { space: request.space, key: request.key, fence };
    const earlier = await ctx.read((reader) => findKeyUse(reader, request.space, request.key));
    if (earlier) return earlier;
  }
  throw new Error('an idempotency key changed hands three times within one request');
}

function tryClaim(ctx: ProjectContext, request: KeyRequest): Promise<string | null> {
  return ctx.transaction(async (tx) => {
    const { rows } = await sql<{ fence: string }>`
      insert into idempotency_keys as k
        (project_id, space, key, method, path, request_hash, fence, created_at, lease_until, expires_at)
      values (${tx.projectId}, ${request.space}, ${request.key}, ${request.method}, ${request.path}, ${request.requestHash},
              ${tx.newId()}, clock_timestamp(), clock_timestamp() + interval '60 seconds',
              clock_timestamp() + make_interval(hours => ${request.ttlHours}))
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
