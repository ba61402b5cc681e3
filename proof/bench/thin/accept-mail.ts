import { createHash, randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import {
  bodyColumns,
  insertStatement,
  mailColumns,
} from '../../../server/src/features/emails/accept/insert-statement.ts';
import { mailRow } from '../send/mail-row.ts';
import type { Caller } from './find-caller.ts';

export interface SendBody {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly body: string;
}

/** A mail whose rows are written. */
export interface AcceptedSend {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

export async function acceptMail(
  pool: Pool,
  { projectId, contact }: Caller,
  { to, from, subject, body }: SendBody,
): Promise<AcceptedSend> {
  const data = contact?.data ?? {};
  const html = rendered(body, data);
  const mail = { id: randomUUIDv7(), to, from, subject: rendered(subject, data), html, text: textOf(html) };
  const row = mailRow({ ...mail, contactId: contact?.id ?? null });
  const lists = mailColumns.map(([name]) => [row[name] ?? null]);
  const urls = [...new Set(Array.from(html.matchAll(/<a href="(https:[^"]+)"/g), ([, url = '']) => url))];
  const links = [urls.map((url) => linkIdOf(projectId, url)), urls];
  const values = [projectId, new Date(), 259_200, ...lists, ...bodyColumns.map((name) => row[name]), ...links];
  await pool.query({ name: 'accept', text: acceptStatement, values });
  return mail;
}

/** The names of a template and no more of its language: the load's templates have little else. */
const rendered = (template: string, data: Record<string, unknown>): string =>
  template.replaceAll(/\{\{\s*(\w+)[^}]*\}\}/g, (_, name: string) => textIn(data[name])).replaceAll(/\{%[^%]*%\}/g, '');

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '').trim();

const linkIdOf = (projectId: string, url: string): string =>
  createHash('md5')
    .update(projectId + url)
    .digest('hex');

/** The product's statement for one mail, and its links before it: one statement, so all of it or nothing is stored. */
const afterBodies = 3 + mailColumns.length + bodyColumns.length;
const acceptStatement = insertStatement(1).replace(
  'with input',
  `with links as (
    insert into email_links (project_id, id, url)
    select $1, id, url from unnest($${afterBodies + 1}::uuid[], $${afterBodies + 2}::text[]) l (id, url)
    on conflict (project_id, id) do nothing), input`,
);
