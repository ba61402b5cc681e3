import type { TransactionStatements } from '../../../server/src/platform/db/transaction-statements.ts';
import { bareRate, findKey, inProjectTransaction } from '../bare.ts';
import { contactText } from '../contact-statement.ts';
import { storeContactStatement } from './store-statement.ts';
import type { UpsertItem, UpsertLoad } from './upsert-load.ts';

/** The statements of `POST /contacts`, without anything around them: the same work over the same number of connections. */
export const bareUpserts = (databaseUrl: string, load: UpsertLoad): Promise<number> =>
  bareRate(databaseUrl, load, async (database, item) => {
    await findKey(database, item.project.secretKey, 'secret');
    await inProjectTransaction(database, item.project.id, { isReadOnly: false }, (statements) =>
      upsert(statements, item),
    );
  });

async function upsert(statements: TransactionStatements, { project, email, data }: UpsertItem): Promise<void> {
  const { rows } = await statements.execute({ name: 'lock', text: lock, values: [project.id, [email]] });
  const [stored] = rows as { id: string; data: Record<string, unknown> }[]; // the columns of the statement
  statements.writeLater(storeContactStatement(project.id, { email, stored, data }));
}

const lock = contactText('for no key update');
