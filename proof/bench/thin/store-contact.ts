import type { Pool } from 'pg';
import { storeContactStatement } from '../contacts/store-statement.ts';
import type { Caller } from './find-caller.ts';

export async function storeContact(
  pool: Pool,
  { projectId, contact }: Caller,
  { email, data }: { email: string; data: Record<string, unknown> },
): Promise<{ email: string; data: Record<string, unknown> }> {
  await pool.query(storeContactStatement(projectId, { email, stored: contact, data }));
  return { email, data: { ...contact?.data, ...data } };
}
