import { nilId } from '#platform/ids';

/** Columns of the mails to insert, each a list among the statement's parameters from the fourth on. */
export const mailColumns = [
  ['id', 'uuid'],
  ['contact_id', 'uuid'],
  ['status', 'text'],
  ['reason', 'text'],
  ['recipient', 'text'],
  ['recipient_name', 'text'],
  ['from_email', 'text'],
  ['from_name', 'text'],
  ['reply_to', 'text'],
  ['subject', 'text'],
  ['type', 'text'],
  ['source_type', 'text'],
  ['template_id', 'uuid'],
  ['campaign_id', 'uuid'],
  ['workflow_id', 'uuid'],
  ['execution_id', 'uuid'],
  ['step_execution_id', 'uuid'],
  ['is_test', 'boolean'],
  ['request_id', 'text'],
  ['resent_from', 'uuid'],
  ['depth', 'smallint'],
  ['is_public', 'boolean'],
  ['headers', 'jsonb'],
  ['variables', 'jsonb'],
  ['warnings', 'jsonb'],
  ['attachments', 'jsonb'],
  ['content_facts', 'jsonb'],
  ['unsubscribe_url', 'text'],
  ['tracks_opens', 'boolean'],
  ['tracks_clicks', 'boolean'],
  ['sender_domain', 'text'],
  ['lane', 'smallint'],
  ['counted_in', 'timestamptz'],
] as const;

/** Columns whose texts are separate parameters after the lists. Why: to encode a list, the driver looks at each character. */
export const bodyColumns = ['html', 'text'] as const;

const names = [...mailColumns.map(([name]) => name), ...bodyColumns].join(', ');
const lists = mailColumns.map(([, type], index) => `$${index + 4}::${type}[]`).join(', ');
const record = `id, contact_id, status, reason, recipient, recipient_name, from_email, from_name, reply_to, subject, type,
  source_type, template_id, campaign_id, workflow_id, execution_id, step_execution_id, is_test, request_id, resent_from,
  depth, is_public, content_facts`;
const content = `id, html, text, headers, variables, warnings, attachments, unsubscribe_url, tracks_opens, tracks_clicks`;
const delivery = 'id, type, contact_id, campaign_id, recipient, sender_domain, is_test, lane, counted_in';
const source = `coalesce(campaign_id, workflow_id, '${nilId}')`;

/**
 * Inserts record, content and, for mail that is to be sent, the due delivery of `count` mails. Parameters: $1 project, $2 the
 * current time, $3 the seconds after which a delivery expires, then a list for each column, then the bodies, column by column.
 */
export const insertStatement = (count: number): string => `
with input as materialized (select * from unnest(${lists}, ${bodyColumns.map((_, n) => bodies(n, count)).join(', ')}) w (${names})),
records as (
  insert into emails (project_id, ${record}, created_at, updated_at) select $1, ${record}, $2, $2 from input),
contents as (
  insert into email_contents (project_id, ${content}) select $1, ${content} from input)
insert into deliveries (project_id, ${delivery}, source_id, due_at, expires_at)
select $1, ${delivery}, ${source}, now(), now() + $3::int * interval '1 second' from input where status = 'QUEUED'`;

const bodies = (column: number, count: number): string => {
  const first = mailColumns.length + 4 + column * count;
  return `array[${Array.from({ length: count }, (_, index) => `$${first + index}`).join(', ')}]::text[]`;
};
