import { sql } from 'kysely';
import type { ClickedLink, MachineHit } from '#features/emails';
import type { ProjectTx } from '#platform/context';
import { addCounts } from './add-counts.ts';

interface CampaignLink {
  readonly campaignId: string;
  readonly place: number;
  readonly url: string;
}

/** Counts clicks by the link as it is written in the body (D-832). */
export async function countLinks(tx: ProjectTx, clicked: readonly ClickedLink[]): Promise<void> {
  const ours = clicked.flatMap(({ campaignId, ...click }) => (campaignId === null ? [] : [{ ...click, campaignId }]));
  if (ours.length === 0) return;
  const links: readonly CampaignLink[] = await tx.db
    .selectFrom('campaignLinks')
    .select(['campaignId', 'place', 'url'])
    .where('projectId', '=', tx.projectId)
    .where('campaignId', 'in', [...new Set(ours.map(({ campaignId }) => campaignId))])
    .orderBy('place')
    .execute();
  const sums = new Map<CampaignLink, { clicks: number; unique: number }>();
  for (const { campaignId, link, isFirstOfLink } of ours) {
    const found = findLink(
      links.filter((one) => one.campaignId === campaignId),
      link,
    );
    if (!found) continue;
    const sum = sums.get(found) ?? { clicks: 0, unique: 0 };
    sums.set(found, { clicks: sum.clicks + 1, unique: sum.unique + Number(isFirstOfLink) });
  }
  const rows = [...sums].toSorted(([a], [b]) => keyOf(a).localeCompare(keyOf(b)));
  await sql`
    update campaign_links l set clicks = l.clicks + w.clicks, unique_clicks = l.unique_clicks + w.unique_clicks
      from unnest(${rows.map(([{ campaignId }]) => campaignId)}::uuid[], ${rows.map(([{ place }]) => place)}::int[],
                  ${rows.map(([, { clicks }]) => clicks)}::int[], ${rows.map(([, { unique }]) => unique)}::int[])
             w (campaign_id, place, clicks, unique_clicks)
     where l.project_id = ${tx.projectId} and l.campaign_id = w.campaign_id and l.place = w.place`.execute(tx.db);
}

const keyOf = ({ campaignId, place }: CampaignLink): string => `${campaignId} ${String(place).padStart(9, '0')}`;

const findLink = (links: readonly CampaignLink[], address: string): CampaignLink | undefined =>
  links.find(({ url }) => url === address) ?? links.find(({ url }) => couldBecome(url, address));

/** Whether the template in this link can have made the address: its fixed parts are there, in order. */
export function couldBecome(url: string, address: string): boolean {
  const [first = '', ...rest] = fixedParts(url);
  if (rest.length === 0 || !address.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = address.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return address.endsWith(rest.at(-1) ?? '');
}

/** What stands before, between and after the outputs and tags of a link. */
function fixedParts(url: string): string[] {
  const parts: string[] = [];
  for (let from = 0; ; ) {
    const begin = url.slice(from).search(/\{[{%]/);
    const end = begin < 0 ? -1 : url.indexOf(url[from + begin + 1] === '{' ? '}}' : '%}', from + begin + 2);
    if (end < 0) return [...parts, url.slice(from)];
    parts.push(url.slice(from, from + begin));
    from = end + 2;
  }
}

/** Requests by machines, which are part of no other figure. */
export const countMachines = (tx: ProjectTx, hits: readonly MachineHit[]): Promise<void> =>
  addCounts(
    tx,
    hits.flatMap(({ campaignId, kind }) =>
      campaignId === null
        ? []
        : [{ campaignId, recipient: null, counts: kind === 'open' ? { machineOpens: 1 } : { machineClicks: 1 } }],
    ),
  );
