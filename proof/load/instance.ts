import { Client } from 'pg';
import { createMigratedDatabase, dropDatabase, urlOf } from '../../server/testing/database.ts';
import { startSmtpSink } from '../../server/testing/smtp-sink.ts';
import { type ServerProcess, startProcess } from '../instance/instance.ts';
import { connectionsTo, type Resources, resourcesOf } from './resources.ts';

export interface LoadedInstance {
  readonly client: Client;
  readonly api: ServerProcess;
  /** What both processes hold now. */
  resources(): Promise<{ api: Resources; worker: Resources; connections: number }>;
}

/** One API and one worker on a fresh database, with a relay that accepts everything; removed afterwards. */
export async function withLoadedInstance(work: (instance: LoadedInstance) => Promise<void>): Promise<void> {
  const name = await createMigratedDatabase();
  const client = new Client({ connectionString: urlOf(name) });
  await client.connect();
  const sink = await startSmtpSink();
  // Nothing responds at the discard port: look-ups wait until they time out.
  const settings = { MAIL_RELAYS: sink.url, TRUSTED_PROXIES: '1', DNS_RESOLVERS: '127.0.0.1:9', LOG_LEVEL: 'fatal' };
  const api = await startProcess('api', urlOf(name), settings);
  const worker = await startProcess('worker', urlOf(name), settings);
  try {
    await work({
      client,
      api,
      resources: async () => ({
        api: resourcesOf(api),
        worker: resourcesOf(worker),
        connections: await connectionsTo(client),
      }),
    });
  } finally {
    await Promise.all([api.stop(), worker.stop()]);
    await client.end();
    await sink.stop();
    await dropDatabase(name);
  }
}
