import { createHash } from 'node:crypto';
import { callOnce } from '../../server/src/platform/db/call-once.ts';
import { type Database, openDatabase } from '../../server/src/platform/db/index.ts';
import { TransactionStatements } from '../../server/src/platform/db/transaction-statements.ts';
import type { ProjectLoad } from './project-load.ts';

/** Runs the bare statements over as many connections as the product has. Returns how often they ran per second. */
export async function bareRate<Item>(
  databaseUrl: string,
  load: ProjectLoad<Item>,
  work: (database: Database, item: Item) => Promise<void>,
): Promise<number> {
  const database = openDatabase({ url: databaseUrl, size: load.poolSize });
  const end = Date.now() + load.milliseconds;
  let done = 0;
  const loop = async (): Promise<void> => {
    while (Date.now() < end) {
      await work(database, load.next());
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: load.concurrency }, loop));
  await database.close();
  return done / (load.milliseconds / 1_000);
}

/** The look-up of an API key whose requests were counted ahead. */
export async function findKey(database: Database, key: string, kind: 'public' | 'secret'): Promise<void> {
  const hash = createHash('sha256').update(key).digest('hex');
  await callOnce(database, 'postrider_app', 'find_keys', [[hash], [kind]]);
}

/** One transaction inside a project, in the product's round trips. */
export async function inProjectTransaction<T>(
  database: Database,
  projectId: string,
  { isReadOnly }: { isReadOnly: boolean },
  work: (statements: TransactionStatements) => Promise<T>,
): Promise<T> {
  const client = await database.connect();
  const statements = new TransactionStatements(database, client, { role: 'postrider_app', projectId, isReadOnly });
  const result = await work(statements);
  await statements.commit();
  database.release(client);
  return result;
}
