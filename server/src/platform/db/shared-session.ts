import { Client } from 'pg';
import { limits } from './limits.ts';

const rounds = 3;

/** The connection leads to a pooler that gives the session to other clients after each transaction. */
export class SharedSession extends Error {
  override readonly name = 'SharedSession';

  constructor() {
    super('The connection leads to a pooler in transaction mode.');
  }
}

/** A pooler makes up the number that PostgreSQL tells each client of its session. */
export async function leadsToPooler(client: Client): Promise<boolean> {
  const { processID } = client as Client & { processID: number | null }; // not in pg's types
  return (await backendOf(client)) !== processID;
}

/**
 * Refuses a connection whose session is not its own: role and locks would go on to other clients, and stay when it is closed.
 * Why a second connection: with one, a pooler in transaction mode that has nothing else to do looks like one in session mode.
 */
export async function refuseSharedSession(client: Client, url: string): Promise<void> {
  if (!(await leadsToPooler(client))) return;
  const other = new Client({ connectionString: url, application_name: 'postrider-migrate', ...limits });
  await other.connect();
  try {
    const [own, its] = [await backendOf(client), await backendOf(other)];
    for (let round = 1, isShared = own === its; ; round += 1) {
      if (isShared) throw new SharedSession();
      if (round === rounds) return;
      isShared = (await backendOf(client)) !== own || (await backendOf(other)) !== its;
    }
  } finally {
    await other.end();
  }
}

async function backendOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}
