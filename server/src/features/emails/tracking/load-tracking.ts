import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import type { EmailId } from '../email.ts';
import { trackedUrls } from '../links/tracked-urls.ts';

export interface TrackingRecord {
  /** The links of the mail in order, if its body is still stored, and those with counted clicks. */
  readonly links: readonly { readonly url: string; readonly clicks: number }[];
  /** Requests that were not counted, oldest first; the counted ones are events of the contact. */
  readonly uncounted: readonly UncountedHit[];
}

export interface UncountedHit {
  readonly type: 'email.open' | 'email.click';
  readonly at: Date;
  readonly data: { readonly machine: boolean; readonly reason: string | null; readonly link?: string };
}

interface TrackingRow {
  kind: 'open' | 'click';
  url: string | null;
  at: Date;
  verdict: 'human' | 'machine' | 'unsure' | null;
  reason: string | null;
  isCounted: boolean;
}

const maxUncounted = 100;

/** Hits of people and machines on a mail; `html` is its stored body, null when its retention is over. */
export async function loadTracking(
  reader: ProjectReader,
  emailId: EmailId,
  html: string | null,
): Promise<TrackingRecord> {
  const { rows } = await sql<TrackingRow>`
    select h.kind, l.url, h.at, h.verdict, h.reason, h.is_counted
      from tracking_hits h left join email_links l on l.project_id = h.project_id and l.id = h.link_id
     where h.project_id = ${reader.projectId} and h.email_id = ${emailId} order by h.at, h.id`.execute(reader.db);
  const clicks = new Map((html === null ? [] : trackedUrls(reader.config, html)).map((url) => [url, 0]));
  for (const { url, isCounted } of rows) if (url !== null && isCounted) clicks.set(url, (clicks.get(url) ?? 0) + 1);
  return {
    links: Array.from(clicks, ([url, count]) => ({ url, clicks: count })),
    uncounted: rows.filter(isByMachine).slice(0, maxUncounted).map(toUncounted),
  };
}

/** Repeats by a person within a minute are left out. */
const isByMachine = ({ verdict }: TrackingRow): boolean => verdict === 'machine' || verdict === 'unsure';

const toUncounted = ({ kind, url, at, verdict, reason }: TrackingRow): UncountedHit => ({
  type: `email.${kind}`,
  at,
  data: { machine: verdict === 'machine', reason, ...(url === null ? {} : { link: url }) },
});
