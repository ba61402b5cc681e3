import type { Client } from 'pg';

/** The counts of a campaign beside its counted rows, in one snapshot. */
export interface BothCounts {
  readonly counted: Readonly<Record<string, number>>;
  readonly rows: Readonly<Record<string, number>>;
}

const names = ['recipients', 'sent', 'suppressed', 'failed', 'cancelled'];
const conditions: Readonly<Record<string, string>> = {
  recipients: 'true',
  sent: 'sent_at is not null',
  suppressed: `status = 'SUPPRESSED'`,
  failed: `status = 'FAILED' and sent_at is null`,
  cancelled: `status = 'CANCELLED'`,
};

/** D-811: equal at every moment. */
export async function bothCounts(client: Client, id: string): Promise<BothCounts> {
  const { rows } = await client.query<{ counted: BothCounts['counted']; rows: BothCounts['rows'] }>(
    `select (select json_build_object(${names.map((name) => `'${name}', coalesce(sum(${name}), 0)`).join(', ')})
               from campaign_counts where campaign_id = $1) as counted,
            (select json_build_object(${names.map((name) => `'${name}', count(*) filter (where ${conditions[name]})`).join(', ')})
               from emails where campaign_id = $1) as rows`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error('one row');
  return row;
}

export const areEqual = ({ counted, rows }: BothCounts): boolean => names.every((name) => counted[name] === rows[name]);

/** Contacts with more than one row of the campaign, and rows of contacts that were created after it began. */
export async function wrongRows(client: Client, id: string): Promise<{ double: number; late: number }> {
  const { rows } = await client.query<{ double: number; late: number }>(
    `select (select count(*)::int from (
               select from emails where campaign_id = $1 and contact_id is not null group by contact_id having count(*) > 1) d) as double,
            (select count(*)::int from emails e join contacts c on c.project_id = e.project_id and c.id = e.contact_id
               join campaigns k on k.project_id = e.project_id and k.id = e.campaign_id
              where e.campaign_id = $1 and c.created_at > k.sent_at) as late`,
    [id],
  );
  return rows[0] ?? { double: -1, late: -1 };
}

export interface CopyCounts {
  /** Mails that arrived more often than their record allows. */
  readonly tooMany: readonly string[];
  /** Mails that are SENT and confirmed, and did not arrive. */
  readonly missing: readonly string[];
  /** Mails that arrived and are recorded as not sent. */
  readonly unrecorded: readonly string[];
  readonly arrived: number;
  /** Mails whose answer was lost with their worker. */
  readonly unconfirmed: number;
  /** Messages with template language in them, or without the recipient's own value. */
  readonly wrongTexts: number;
}

/** Compares what the sink took with the records. */
export async function countCopies(client: Client, id: string, messages: readonly string[]): Promise<CopyCounts> {
  const copies = new Map<string, number>();
  let wrongTexts = 0;
  for (const message of messages) {
    const emailId = /^Message-ID: <([0-9a-f-]{36})@/im.exec(message)?.[1] ?? 'none';
    copies.set(emailId, (copies.get(emailId) ?? 0) + 1);
    if (!/number \d+ of the list/.test(message) || /\{[{%]/.test(message)) wrongTexts += 1;
  }
  const { rows } = await client.query<{ id: string; is_sent: boolean; may_repeat: boolean; unconfirmed: boolean }>(
    `select id, sent_at is not null as is_sent, duplicate_possible as may_repeat, unconfirmed from emails where campaign_id = $1`,
    [id],
  );
  const copiesOf = (emailId: string): number => copies.get(emailId) ?? 0;
  const ids = (found: typeof rows): string[] => found.slice(0, 5).map((row) => row.id);
  return {
    tooMany: ids(rows.filter((row) => copiesOf(row.id) > (row.may_repeat ? 2 : 1))),
    missing: ids(rows.filter((row) => row.is_sent && !row.unconfirmed && copiesOf(row.id) === 0)),
    unrecorded: ids(rows.filter((row) => !row.is_sent && copiesOf(row.id) > 0)),
    arrived: rows.filter((row) => copiesOf(row.id) > 0).length,
    unconfirmed: rows.filter((row) => row.unconfirmed).length,
    wrongTexts,
  };
}
