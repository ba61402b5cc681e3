import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';

export interface EarlierKeyUse {
  key: string;
  /** Method and path of the first request. */
  request: string;
  at: Date;
  /** Null while the first request is running. */
  statusCode: number | null;
  reply: unknown;
  /** Of the body of the first request. */
  requestHash: Buffer;
}

/** The live use of a key, if there is one. Live: not expired, and finished or within its lease. */
export async function findKeyUse(reader: ProjectReader, space: string, key: string): Promise<EarlierKeyUse | null> {
  const row = await reader.db
    .selectFrom('idempotencyKeys')
    .select(['method', 'path', 'createdAt', 'statusCode', 'result', 'requestHash'])
    .where('projectId', '=', reader.projectId)
    .where('space', '=', space)
    .where('key', '=', key)
    .where('expiresAt', '>', sql<Date>`clock_timestamp()`)
    .where((or) => or.or([or('statusCode', 'is not', null), or('leaseUntil', '>', sql<Date>`clock_timestamp()`)]))
    .executeTakeFirst();
  if (!row) return null;
  return {
    key,
    request: `${row.method} ${row.path}`,
    at: row.createdAt,
    statusCode: row.statusCode,
    reply: row.result,
    requestHash: row.requestHash,
  };
}
