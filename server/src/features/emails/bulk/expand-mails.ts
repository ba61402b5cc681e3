import { type RawBuilder, sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { fromOutside } from '#pure/causes';
import { announceClosed } from '../announce-closed.ts';
import type { EmailId, SuppressionReason } from '../email.ts';
import type { BulkMail } from './bulk-mail.ts';
import { lockAgainstDeletion } from './lock-against-deletion.ts';
import { isNotReached } from './not-reached.ts';

export interface Expansion {
  readonly mail: BulkMail;
  /** Contacts that were created later are left out, and ids begin with this moment. */
  readonly sentAt: Date;
  /** The condition over a row `c` of contacts. */
  readonly matches: RawBuilder<boolean>;
  /** Contacts to whom a mail of this source was handed over are left out (D-828). */
  readonly excludedSourceId: string | null;
  /** The last contact that was looked at, and the last email that was made. */
  readonly after: string | null;
  readonly lastEmailId: string | null;
  /** Only these contacts, where they are known; then one call is enough. */
  readonly contactIds: readonly string[] | null;
}

export interface ExpandedPage {
  /** Null: there are no more contacts. */
  readonly after: string | null;
  readonly lastEmailId: string | null;
  /** How many emails were made. */
  readonly made: number;
}

/** Contacts that are looked at in one call: what is looked at is limited, not what matches, so that every call ends. */
export const expandedAtOnce = 10_000;

interface ClosedRow {
  id: EmailId;
  contactId: string;
  recipient: string;
  isTest: boolean;
  reason: SuppressionReason;
}

/**
 * Makes the email records of the next contacts: QUEUED and not yet due, or SUPPRESSED. Ids ascend with the ids of the contacts, so the
 * mails of a source are one stretch of the primary key.
 * Invariant: a contact is passed once, because the caller moves its cursor in the same transaction.
 */
export async function expandMails(tx: ProjectTx, expansion: Expansion): Promise<ExpandedPage> {
  const { contactIds } = expansion;
  await lockAgainstDeletion(tx);
  const last = contactIds === null ? await lastOfPage(tx, expansion.after) : null;
  const { rows } = await insertion(tx, expansion, last).execute(tx.db);
  const [row] = rows;
  const made = Number(row?.made ?? 0);
  const { mail } = expansion;
  const closed = (row?.closed ?? []).map(({ reason, ...one }) => ({
    mail: {
      ...mail,
      ...one,
      ...fromOutside,
      ...noWorkflow,
      subject: null,
      sourceType: 'CAMPAIGN' as const,
      campaignId: mail.sourceId,
    },
    status: 'SUPPRESSED' as const,
    reason: `SUPPRESSION_${reason}`,
  }));
  await announceClosed(tx, closed);
  return { after: last, lastEmailId: row?.lastEmailId ?? expansion.lastEmailId, made };
}

const noWorkflow = { workflowId: null, executionId: null };

/** The last contact of a full page after this one; null when the page is not full. */
async function lastOfPage({ db, projectId }: ProjectTx, after: string | null): Promise<string | null> {
  const row = await db
    .selectFrom('contacts')
    .select('id')
    .where('projectId', '=', projectId)
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .offset(expandedAtOnce - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

interface InsertionRow {
  made: string;
  lastEmailId: string | null;
  closed: ClosedRow[] | null;
}

function insertion(tx: ProjectTx, expansion: Expansion, last: string | null): RawBuilder<InsertionRow> {
  const { mail, sentAt, matches, after, lastEmailId, contactIds } = expansion;
  const isTransactional = mail.type === 'TRANSACTIONAL';
  return sql`
    with moment as materialized (
      select greatest(extract(epoch from clock_timestamp()) * 1000, extract(epoch from ${sentAt}::timestamptz) * 1000,
                      ('x' || left(replace(${lastEmailId}::text, '-', ''), 12))::bit(48)::bigint + 1)::bigint as ms),
    chosen as materialized (
      select c.id as contact_id, c.email, row_number() over (order by c.id) as n, coalesce(s.reason, i.reason) as listed
        from contacts c
        left join suppressions s on s.project_id = c.project_id and s.email = c.email
             and (s.blocks = 'ALL' or not ${isTransactional}::boolean)
        left join instance_suppressions i on i.email = c.email
       where c.project_id = ${tx.projectId} and ${inPage(after, last, contactIds)} and c.created_at <= ${sentAt}
         and (${isTransactional}::boolean or c.subscribed) and (${matches}) and ${isNotReached(tx, expansion.excludedSourceId)}),
    made as (
      insert into emails (project_id, id, contact_id, status, reason, recipient, from_email, from_name, reply_to, type, source_type,
                          template_id, campaign_id, is_test, created_at, updated_at)
      select ${tx.projectId}, id_in_order((select ms from moment), c.n), c.contact_id,
             case when c.listed is null then 'QUEUED' else 'SUPPRESSED' end, 'SUPPRESSION_' || c.listed, c.email,
             ${mail.fromEmail}, ${mail.fromName}, ${mail.replyTo}, ${mail.type}, 'CAMPAIGN', ${mail.templateId},
             ${mail.sourceId}, ${mail.isTest}::boolean or c.email like ${sandboxPattern(tx)}, ${tx.now}, ${tx.now}
        from chosen c
      returning id, contact_id, recipient, is_test, reason)
    select count(*) as made, (array_agg(m.id order by m.id desc))[1] as last_email_id,
           json_agg(json_build_object('id', m.id, 'contactId', m.contact_id, 'recipient', m.recipient, 'isTest', m.is_test,
                                      'reason', substr(m.reason, length('SUPPRESSION_') + 1)))
             filter (where m.reason is not null) as closed
      from made m`;
}

/** Addresses are in lower case, and a domain has no characters that a pattern reads. */
const sandboxPattern = ({ config }: ProjectTx): string => `%@${config.SANDBOX_DOMAIN}`;

function inPage(after: string | null, last: string | null, ids: readonly string[] | null): RawBuilder<boolean> {
  if (ids !== null) return sql`c.id = any(${ids}::uuid[])`;
  const isBeyond = after === null ? sql`true` : sql`c.id > ${after}`;
  return last === null ? sql`${isBeyond}` : sql`${isBeyond} and c.id <= ${last}`;
}
