import { sql } from 'kysely';
import { trackingDomain } from '#features/domains';
import type { Config } from '#platform/config';
import type { ProjectReader } from '#platform/context';
import type { JsonObject } from '#pure/custom-fields';
import type { EmailId, EmailSource, EmailStatus, EmailType, SuppressionReason } from '../email.ts';
import type { Mail, StoredAttachment } from './mail.ts';
import type { LeavingFacts } from './may-leave.ts';

interface MailRow {
  id: EmailId;
  type: EmailType;
  sourceType: EmailSource;
  status: EmailStatus;
  isTest: boolean;
  contactId: string | null;
  templateId: string | null;
  campaignId: string | null;
  workflowId: string | null;
  executionId: string | null;
  depth: number;
  isPublic: boolean;
  recipient: string;
  recipientName: string | null;
  senderDomain: string;
  fromEmail: string;
  fromName: string | null;
  replyTo: string | null;
  subject: string | null;
  createdAt: Date;
  hasContent: boolean;
  textId: string | null;
  values: JsonObject | null;
  renderedAt: Date | null;
  html: string | null;
  text: string | null;
  headers: Record<string, string> | null;
  attachments: StoredAttachment[] | null;
  unsubscribeUrl: string | null;
  tracksOpens: boolean | null;
  tracksClicks: boolean | null;
  hasTrackingHost: boolean;
  phase: 'COMMITTING' | 'UNKNOWN' | null;
  attempt: number;
  committingAt: Date | null;
  bootId: string | null;
  expiresAt: Date;
  repeats: number;
  providerId: string | null;
  handle: string;
  sendRate: number | null;
  resendsTransactionalOnDoubt: boolean;
  resendsMarketingOnDoubt: boolean;
  isExpired: boolean;
  isDeleted: boolean;
  isDisabled: boolean;
  isPaused: boolean;
  isMarketingPaused: boolean;
  domainStatus: 'pending' | 'verified' | null;
  suppressionReason: SuppressionReason | null;
  suppressionBlocks: 'ALL' | 'MARKETING' | null;
  instanceReason: SuppressionReason | null;
  isSubscribed: boolean | null;
  stops: string[];
}

/** These mails with content and facts, in one statement. Mails that are no longer under way are left out. */
export async function loadMails(reader: ProjectReader, ids: readonly string[]): Promise<Map<string, Mail>> {
  const { rows } = await sql<MailRow>`
    select d.id, d.type, e.source_type, e.status, d.is_test, d.contact_id, e.template_id, d.campaign_id, e.workflow_id,
           e.execution_id, e.depth, e.is_public, d.recipient, e.recipient_name, d.sender_domain, e.from_email, e.from_name, e.reply_to,
           e.subject, e.created_at,
           c.html is not null or c.text is not null as has_content, x.id as text_id,
           case when x.id is not null then c.variables end as values, c.rendered_at, c.html, c.text, c.headers, c.attachments, c.unsubscribe_url,
           c.tracks_opens, c.tracks_clicks, ${hasTrackingHost(reader.config)} as has_tracking_host,
           d.phase, d.attempt, d.committing_at, d.boot_id, d.expires_at, d.repeats,
           o.id as provider_id, p.handle, p.send_rate, p.resends_transactional_on_doubt, p.resends_marketing_on_doubt,
           d.expires_at <= clock_timestamp() as is_expired, p.deleted_at is not null or p.wipe_began_at is not null as is_deleted,
           p.disabled_reason is not null as is_disabled, p.paused_at is not null as is_paused,
           p.marketing_paused_at is not null as is_marketing_paused, m.status as domain_status,
           s.reason as suppression_reason, s.blocks as suppression_blocks, i.reason as instance_reason,
           k.subscribed as is_subscribed,
           array(select t.reason from mail_stops t
                  where t.project_id = d.project_id and t.source_id = d.source_id) as stops
      from deliveries d
      join emails e on e.project_id = d.project_id and e.id = d.id
      join projects p on p.id = d.project_id
      left join own_providers o on o.project_id = d.project_id
      left join email_contents c on c.project_id = d.project_id and c.id = d.id
      left join shared_texts x on x.project_id = d.project_id and x.id = d.campaign_id and c.html is null and c.text is null
      left join domains m on m.project_id = d.project_id and m.domain = d.sender_domain
      left join suppressions s on s.project_id = d.project_id and s.email = d.recipient
      left join instance_suppressions i on i.email = d.recipient
      left join contacts k on k.project_id = d.project_id and k.id = d.contact_id
     where d.project_id = ${reader.projectId} and d.id = any(${ids}::uuid[]) and e.id = any(${ids}::uuid[])`.execute(
    reader.db,
  );
  return new Map(rows.map((row) => [row.id, mailOf(row, reader.config.SANDBOX_DOMAIN)]));
}

/** D-664: the tracking record of the domain `m` was verified for the host that is configured now. */
const hasTrackingHost = ({ TRACKING_HOST }: Config) =>
  TRACKING_HOST === null
    ? sql`false`
    : sql`coalesce(m.status = 'verified' and m.findings @> ${JSON.stringify([
        { purpose: 'TRACKING', value: TRACKING_HOST, status: 'verified' },
      ])}::jsonb, false)`;

function mailOf(row: MailRow, sandboxDomain: string): Mail {
  return {
    id: row.id,
    type: row.type,
    sourceType: row.sourceType,
    status: row.status,
    isTest: row.isTest,
    contactId: row.contactId,
    templateId: row.templateId,
    campaignId: row.campaignId,
    workflowId: row.workflowId,
    executionId: row.executionId,
    depth: row.depth,
    isPublic: row.isPublic,
    recipient: row.recipient,
    recipientName: row.recipientName,
    senderDomain: row.senderDomain,
    fromEmail: row.fromEmail,
    fromName: row.fromName,
    replyTo: row.replyTo,
    subject: row.subject,
    createdAt: row.createdAt,
    content: contentOf(row),
    shared: sharedOf(row),
    trackingHost: row.hasTrackingHost ? trackingDomain(row.senderDomain) : null,
    delivery: {
      phase: row.phase,
      attempt: row.attempt,
      committingAt: row.committingAt,
      bootId: row.bootId,
      expiresAt: row.expiresAt,
      repeats: row.repeats,
    },
    providerId: row.providerId,
    project: {
      handle: row.handle,
      sendRate: row.sendRate,
      resendsTransactionalOnDoubt: row.resendsTransactionalOnDoubt,
      resendsMarketingOnDoubt: row.resendsMarketingOnDoubt,
    },
    facts: factsOf(row, sandboxDomain),
  };
}

function contentOf(row: MailRow): Mail['content'] {
  if (!row.hasContent) return null;
  return {
    html: row.html,
    text: row.text,
    headers: row.headers ?? {},
    attachments: row.attachments ?? [],
    unsubscribeUrl: row.unsubscribeUrl,
    tracksOpens: row.tracksOpens ?? false,
    tracksClicks: row.tracksClicks ?? false,
  };
}

const sharedOf = ({ textId, values, renderedAt, createdAt }: MailRow): Mail['shared'] =>
  textId === null ? null : { textId, values: values ?? {}, renderedAt: renderedAt ?? createdAt };

function factsOf(row: MailRow, sandboxDomain: string): LeavingFacts {
  const { suppressionReason: reason, suppressionBlocks: blocks } = row;
  return {
    type: row.type,
    isExpired: row.isExpired,
    project: {
      isDeleted: row.isDeleted,
      isDisabled: row.isDisabled,
      isPaused: row.isPaused,
      isMarketingPaused: row.isMarketingPaused,
    },
    domain: row.senderDomain === sandboxDomain ? 'sandbox' : (row.domainStatus ?? 'missing'),
    suppression: reason && blocks ? { reason, blocks } : null,
    instanceSuppression: row.instanceReason,
    contact: contactOf(row),
    stops: row.stops,
  };
}

function contactOf({ contactId, isSubscribed }: MailRow): LeavingFacts['contact'] {
  if (isSubscribed === null) return contactId === null ? 'none' : 'deleted';
  return isSubscribed ? 'subscribed' : 'unsubscribed';
}
