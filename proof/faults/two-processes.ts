import { Client } from 'pg';
import { asOwner } from '../../server/src/platform/db/index.ts';
import { createMigratedDatabase, dropDatabase, urlOf } from '../../server/testing/database.ts';
import { type ServerProcess, startProcess } from '../instance/instance.ts';

export interface TwoProcesses {
  readonly databaseUrl: string;
  /** Two API processes on one database. */
  readonly apis: readonly [ServerProcess, ServerProcess];
  readonly client: Client;
  /** One more, with settings of its own. */
  start(settings: Record<string, string>): Promise<ServerProcess>;
}

interface TwoProcessesOptions {
  /** Another entry than the product's own. */
  entry?: string;
  /** Statements of the schema's owner, before anything starts. */
  schema?: string;
  settings?: Record<string, string>;
}

/** Runs `work` against two API processes on a fresh database; both are gone afterwards. */
export async function withTwoProcesses(
  options: TwoProcessesOptions,
  work: (run: TwoProcesses) => Promise<void>,
): Promise<void> {
  const name = await createMigratedDatabase();
  const databaseUrl = urlOf(name);
  const running: ServerProcess[] = [];
  const start = async (settings: Record<string, string>): Promise<ServerProcess> => {
    const process = await startProcess('api', databaseUrl, { ...options.settings, ...settings }, options.entry);
    running.push(process);
    return process;
  };
  const { schema } = options;
  if (schema) await asOwner(databaseUrl, (owner) => owner.query(schema));
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await work({ databaseUrl, client, start, apis: [await start({}), await start({})] });
  } finally {
    await client.end();
    await Promise.all(running.map((process) => process.stop()));
    await dropDatabase(name);
  }
}
