import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { recordStatement } from '../../../server/src/features/events/record-statement.ts';
import type { Caller } from './find-caller.ts';

/** For contacts that are known and unchanged, as those of the load are. */
export async function recordEvent(
  pool: Pool,
  { projectId, contact }: Caller,
  { event, data }: { event: string; data: object },
): Promise<{ contact: string; event: string; timestamp: Date | undefined }> {
  if (!contact) throw new Error('the contacts are known');
  const id = randomUUIDv7();
  const values = [projectId, [id], [contact.id], [event], [JSON.stringify(data)], [null], [0], [true], [null]];
  const { rows } = await pool.query<{ created_at: Date }>({ name: 'record', text: recordStatement, values });
  return { contact: contact.id, event: id, timestamp: rows[0]?.created_at };
}
