import { createHash, randomUUIDv7 } from 'node:crypto';
import type { PoolClient } from 'pg';
import {
  bodyColumns,
  insertStatement,
  mailColumns,
} from '../../../server/src/features/emails/accept/insert-statement.ts';
import { bareRate, enterWithKey, inProjectTransaction } from '../bare.ts';
import { body, type SendItem, type SendLoad, subject } from './send-load.ts';

/** The statements of `POST /v1/send`, without anything around them: the same work over the same number of connections. */
export const bareSends = (databaseUrl: string, load: SendLoad): Promise<number> =>
  bareRate(databaseUrl, load, async (pool, mail) => {
    await enterWithKey(pool, mail.project.secretKey, 'secret');
    const contact = await inProjectTransaction(pool, mail.project.id, 'read only', (client) => gather(client, mail));
    await inProjectTransaction(pool, mail.project.id, 'read write', (client) => accept(client, mail, contact));
  });

async function gather(client: PoolClient, { project, to, from }: SendItem): Promise<string> {
  const domain = from.split('@')[1];
  await client.query({ name: 'domain', text: domainText, values: [project.id, domain] });
  await client.query({ name: 'project', text: projectText, values: [project.id] });
  const { rows } = await client.query({ name: 'look', text: contactText(''), values: [project.id, [to], project.id] });
  const [contact] = rows as { id: string }[]; // the columns of the statement
  if (!contact) throw new Error('the contacts are known');
  return contact.id;
}

async function accept(client: PoolClient, { project, to, from }: SendItem, contactId: string): Promise<void> {
  const lock = { name: 'lock', text: contactText('for no key update'), values: [project.id, [to], project.id] };
  await client.query(lock);
  await client.query({ name: 'suppressions', text: suppressionText, values: [[to], project.id] });
  const row: Record<string, unknown> = {
    id: randomUUIDv7(),
    contact_id: contactId,
    status: 'QUEUED',
    recipient: to,
    from_email: from,
    subject,
    type: 'TRANSACTIONAL',
    source_type: 'TRANSACTIONAL',
    is_test: false,
    request_id: randomUUIDv7(),
    html: body,
    text: body,
    headers: '{}',
    variables: '{}',
    warnings: '[]',
    attachments: '[]',
    tracks_opens: true,
    tracks_clicks: true,
    sender_domain: from.split('@')[1],
    lane: 0,
  };
  const lists = mailColumns.map(([name]) => [row[name] ?? null]);
  const bodies = bodyColumns.map((name) => row[name]);
  const values = [project.id, new Date(), 259_200, ...lists, ...bodies];
  await client.query({ name: 'insert', text: insertOne, values });
  const urls = ['https://shop.example/orders', 'https://shop.example/help'];
  const ids = urls.map((url) =>
    createHash('md5')
      .update(project.id + url)
      .digest('hex'),
  );
  await client.query({ name: 'links', text: linkText, values: [project.id, ids, urls] });
}

const insertOne = insertStatement(1);
const domainText = `select id from domains where project_id = $1 and domain = $2 and status = 'verified'`;
const projectText = 'select name, handle, language, mode, tracking from projects where id = $1';
const contactText = (locking: string): string => `
    select c.*, (select coalesce(jsonb_object_agg(key, removing_since), '{}') from contact_fields
                  where project_id = $1 and removing_since is not null) as marks
      from unnest($2::text[]) as wanted (email) cross join lateral (
        select id, email, subscribed, data, created_at, updated_at from contacts
         where project_id = $3 and email = wanted.email ${locking}) c`;
const suppressionText = `
    select w.email, i.reason as instance_suppression,
           case when s.email is not null then jsonb_build_object('reason', s.reason, 'blocks', s.blocks) end as suppression
      from unnest($1::text[]) w (email)
      left join suppressions s on s.project_id = $2 and s.email = w.email
      left join instance_suppressions i on i.email = w.email
     where s.email is not null or i.email is not null`;
const linkText = `
    insert into email_links (project_id, id, url)
    select $1, id, url from unnest($2::uuid[], $3::text[]) l (id, url) on conflict (project_id, id) do nothing`;
