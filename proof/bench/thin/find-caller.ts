import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

/** A project, and the contact with the address of the call. */
export interface Caller {
  readonly projectId: string;
  readonly contact: StoredContact | undefined;
}

export interface StoredContact {
  readonly id: string;
  readonly data: Record<string, unknown>;
}

/** The one look-up of a call. */
export async function findCaller(pool: Pool, authorization = '', email: string): Promise<Caller> {
  const hash = createHash('sha256').update(authorization.slice('Bearer '.length)).digest();
  const { rows } = await pool.query<{ project_id: string; id: string | null; data: Record<string, unknown> | null }>({
    name: 'caller',
    text: callerText,
    values: [hash, email],
  });
  const [row] = rows;
  if (!row) throw Object.assign(new Error('unknown key'), { statusCode: 401 });
  const { project_id: projectId, id, data } = row;
  return { projectId, contact: id === null ? undefined : { id, data: data ?? {} } };
}

const callerText = `
    select k.project_id, c.id, c.data from api_keys k
      left join contacts c on c.project_id = k.project_id and c.email = $2
     where k.hash = $1`;
