import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import { limits } from '#pure/limits';

export interface KeyUsage {
  readonly kind: 'public' | 'secret';
  /** Null where several are summed, or none was sent. */
  readonly userAgent: string | null;
  readonly clientAddress: string | null;
  readonly lastUsedAt: Date;
  readonly calls24h: number;
}

/** Who used the keys in the last 24 hours, most calls first (D-1115). */
export async function loadKeyUsage({ db, projectId }: ProjectReader): Promise<KeyUsage[]> {
  const { rows } = await sql<KeyUsage>`
    select kind, nullif(user_agent, '') as user_agent, nullif(network, '') as client_address, max(last_used_at) as last_used_at,
           sum(calls)::float8 as "calls24h"
      from key_usage_hours
     where project_id = ${projectId} and hour > now() - interval '24 hours'
     group by 1, 2, 3 order by sum(calls) desc, max(last_used_at) desc limit ${limits.keyUsesShown}`.execute(db);
  return rows;
}
