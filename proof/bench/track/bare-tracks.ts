import { randomUUIDv7 } from 'node:crypto';
import { recordStatement } from '../../../server/src/features/events/record-statement.ts';
import type { TransactionStatements } from '../../../server/src/platform/db/transaction-statements.ts';
import { bareRate, findKey, inProjectTransaction } from '../bare.ts';
import { contactText } from '../contact-statement.ts';
import type { TrackedEvent, TrackLoad } from './track-load.ts';

/** The statements of `POST /v1/track`, without anything around them: the same work over the same number of connections. */
export const bareTracks = (databaseUrl: string, load: TrackLoad): Promise<number> =>
  bareRate(databaseUrl, load, async (database, event) => {
    await findKey(database, event.project.publicKey, 'public');
    await inProjectTransaction(database, event.project.id, { isReadOnly: false }, (statements) =>
      track(statements, event),
    );
  });

async function track(statements: TransactionStatements, { project, email, event, data }: TrackedEvent): Promise<void> {
  const { rows } = await statements.execute({ name: 'lock', text: lock, values: [project.id, [email]] });
  const [contact] = rows as { id: string; data: Record<string, unknown> }[]; // the columns of the statement
  if (!contact || contact.data.plan !== data.plan) throw new Error('the contacts are known and unchanged');
  const values = [
    project.id,
    [randomUUIDv7()],
    [contact.id],
    [event],
    [JSON.stringify(data)],
    [null],
    [0],
    [true],
    [null],
  ];
  statements.writeLater({ name: 'record', text: recordStatement, values });
}

const lock = contactText('for no key update');
