import { sql } from 'kysely';
import { z } from 'zod';
import { type EmailRecord, EmailReply, findBody, recordColumns, recordTables, toEmailReply } from '#features/emails';
import type { ProjectReader } from '#platform/context';
import { firstIdAt } from '#platform/ids';
import { type ExportSection, type ExportSubject, inPages, readPage } from './export-section.ts';
import { loadMailDetails, MailDetails } from './load-mail-details.ts';

/** Each with up to a thousand opens and clicks. */
const pageSize = 25;
/** Texts that are held at once; a mail that has more is read alone. */
const textBytes = 4_194_304;

const Json = z.record(z.string(), z.unknown());

interface MailRow extends EmailRecord {
  readonly contentFacts: object | null;
  readonly contentBytes: number;
}

interface MailText {
  readonly id: string;
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: object;
  readonly variables: object | null;
  readonly attachments: object[];
  readonly warnings: object[];
}

/** Mails of the contact, and those to its address that name no contact. Texts as far as they are kept; files by name, size and hash. */
export const emails: ExportSection = {
  name: 'emails',
  item: EmailReply.omit({ projectId: true }).extend({
    body: z.string().nullable(),
    text: z.string().nullable(),
    headers: Json,
    variables: Json,
    attachments: z.array(Json),
    warnings: z.array(Json),
    ...MailDetails.shape,
  }),
  async *pages(subject) {
    const pages = inPages<MailRow>(subject, pageSize, (reader, after, size) => listMails(reader, subject, after, size));
    for await (const page of pages) {
      for (const group of groupsOf(page)) yield await detailsOf(subject, group);
    }
  },
};

async function listMails(
  { db, projectId }: ProjectReader,
  { contact, until }: ExportSubject,
  after: MailRow | null,
  size: number,
): Promise<readonly MailRow[]> {
  const isNext = sql`m.project_id = ${projectId} and m.id <= ${firstIdAt(new Date(until.getTime() + 1))}
    and ${after ? sql`m.id > ${after.id}::uuid` : sql`true`}`;
  // Why two lists: each has an index in this order, and their union has none.
  const { rows } = await sql<MailRow>`
    with next as materialized (
      (select m.id from emails m where m.contact_id = ${contact.id} and ${isNext} order by m.id limit ${size})
      union all
      (select m.id from emails m where m.recipient = ${contact.email} and m.contact_id is null and ${isNext} order by m.id limit ${size})
      order by id limit ${size})
    select ${recordColumns}, e.content_facts,
           coalesce(octet_length(c.html), 0) + coalesce(octet_length(c.text), 0) as content_bytes
      from ${recordTables} left join email_contents c on c.project_id = e.project_id and c.id = e.id
     where e.project_id = ${projectId} and e.id = any (array(select id from next))
     order by e.id`.execute(db);
  return rows;
}

/** Neighbours whose texts fit into the limit together. */
function groupsOf(page: readonly MailRow[]): MailRow[][] {
  const groups: MailRow[][] = [];
  let held = 0;
  for (const mail of page) {
    const last = groups.at(-1);
    if (last && held + mail.contentBytes <= textBytes) last.push(mail);
    else groups.push([mail]);
    held = last && last === groups.at(-1) ? held + mail.contentBytes : mail.contentBytes;
  }
  return groups;
}

async function detailsOf(subject: ExportSubject, mails: readonly MailRow[]): Promise<readonly object[]> {
  const ids = mails.map(({ id }) => id);
  const { texts, details } = await readPage(subject, async (reader) => ({
    texts: await loadTexts(reader, ids),
    details: await loadMailDetails(reader, ids),
  }));
  const items: object[] = [];
  for (const mail of mails) {
    const { contentFacts, contentBytes: _bytes, ...record } = mail;
    const { projectId: _project, ...reply } = toEmailReply(record, '');
    const { id: _id, html, text, ...content } = texts.get(mail.id) ?? { ...noText, ...contentFacts };
    // A mail of a campaign shares its text with the others, and is made again from it.
    const shared =
      html === null && text === null && mail.sentAt && mail.campaignId && (await findBody(subject.ctx, mail.id));
    items.push({
      ...reply,
      ...content,
      body: shared ? shared.html : html,
      text: shared ? shared.text : text,
      variables: content.variables ?? {},
      ...details(mail.id),
    });
  }
  return items;
}

const noText: MailText = {
  ...{ id: '', html: null, text: null },
  ...{ headers: {}, variables: {}, attachments: [], warnings: [] },
};

async function loadTexts({ db, projectId }: ProjectReader, ids: readonly string[]): Promise<Map<string, MailText>> {
  const { rows } = await sql<MailText>`
    select c.id, c.html, c.text, c.headers, c.variables, c.attachments, c.warnings from email_contents c
     where c.project_id = ${projectId} and c.id = any (${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
