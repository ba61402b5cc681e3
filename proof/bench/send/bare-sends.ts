import { createHash, randomUUIDv7 } from 'node:crypto';
import {
  bodyColumns,
  insertStatement,
  mailColumns,
} from '../../../server/src/features/emails/accept/insert-statement.ts';
import { suppressionStatement } from '../../../server/src/features/emails/accept/load-suppressions.ts';
import type { TransactionStatements } from '../../../server/src/platform/db/transaction-statements.ts';
import { bareRate, findKey, inProjectTransaction } from '../bare.ts';
import { contactText } from '../contact-statement.ts';
import { mailRow } from './mail-row.ts';
import { body, type SendItem, type SendLoad, subject } from './send-load.ts';

/** The statements of `POST /v1/send`, without anything around them: the same work over the same number of connections. */
export const bareSends = (databaseUrl: string, load: SendLoad): Promise<number> =>
  bareRate(databaseUrl, load, async (database, mail) => {
    const projectId = mail.project.id;
    await findKey(database, mail.project.secretKey, 'secret');
    const contact = await inProjectTransaction(database, projectId, { isReadOnly: true }, (reads) =>
      gather(reads, mail),
    );
    await inProjectTransaction(database, projectId, { isReadOnly: false }, (writes) => accept(writes, mail, contact));
  });

async function gather(statements: TransactionStatements, { project, to, from }: SendItem): Promise<string> {
  const domain = from.split('@')[1];
  const [{ rows }] = await Promise.all([
    statements.execute({ name: 'look', text: contactText(''), values: [project.id, [to]] }),
    statements.execute({ name: 'domain', text: domainText, values: [project.id, domain] }),
    statements.execute({ name: 'project', text: projectText, values: [project.id] }),
  ]);
  const [contact] = rows as { id: string }[]; // the columns of the statement
  if (!contact) throw new Error('the contacts are known');
  return contact.id;
}

async function accept(
  statements: TransactionStatements,
  { project, to, from }: SendItem,
  contactId: string,
): Promise<void> {
  await Promise.all([
    statements.execute({ name: 'lock', text: contactText('for no key update'), values: [project.id, [to]] }),
    statements.execute({ name: 'suppressions', text: suppressionStatement, values: [project.id, [to]] }),
  ]);
  const row = mailRow({ id: randomUUIDv7(), contactId, to, from, subject, html: body, text: body });
  const lists = mailColumns.map(([name]) => [row[name] ?? null]);
  const bodies = bodyColumns.map((name) => row[name]);
  const values = [project.id, new Date(), 259_200, ...lists, ...bodies];
  statements.writeLater({ name: 'insert', text: insertOne, values });
  const urls = ['https://shop.example/orders', 'https://shop.example/help'];
  const ids = urls.map((url) =>
    createHash('md5')
      .update(project.id + url)
      .digest('hex'),
  );
  statements.writeLater({ name: 'links', text: linkText, values: [project.id, ids, urls] });
}

const insertOne = insertStatement(1);
const domainText = `select id from domains where project_id = $1 and domain = $2 and status = 'verified'`;
const projectText = 'select name, handle, language, mode, tracking from projects where id = $1';
const linkText = `
    insert into email_links (project_id, id, url)
    select $1, id, url from unnest((select $2::uuid[]), $3::text[]) l (id, url) on conflict (project_id, id) do nothing`;
