import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { keepOutput } from '../../server/testing/process-output.ts';
import { main, type ServerProcess, spawnRole, startServer } from '../../server/testing/server-process.ts';

export type { ServerProcess };

export const settingsFor = (databaseUrl: string): Record<string, string> => ({
  ENVIRONMENT: 'test',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'error',
  SECRET_KEY: 'a-secret-for-proof-runs-of-32-characters',
  DATABASE_URL: databaseUrl,
  PUBLIC_KEY_LIMIT_PER_ADDRESS: '0', // all callers of a run come from one address
  OPEN_CALLS_PER_ADDRESS: '0',
  INBOUND_CONNECTIONS_PER_ADDRESS: '0',
  TEST_BYTES_PER_DAY: '1000000000000', // counted, but a run may send more than a customer in a day
});

/** A real process of the product with the settings of proof runs. */
export const startProcess = (
  role: 'api' | 'worker' | 'all',
  databaseUrl: string,
  settings: Record<string, string> = {},
  entry = main,
): Promise<ServerProcess> => startServer(role, { ...settingsFor(databaseUrl), ...settings }, entry);

/** A role that ends by itself: its exit code and what it printed. */
export async function runRole(
  role: 'rotate',
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<{ code: number | null; printed: string }> {
  const child = spawnRole(role, { ...settingsFor(databaseUrl), ...settings });
  keepOutput(child);
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { code: child.exitCode, printed };
}
