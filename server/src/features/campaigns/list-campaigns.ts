import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { type Campaign, type CampaignStatus, campaignStatuses } from './campaign.ts';
import { campaignRows, toCampaign } from './campaign-row.ts';

export interface CampaignListQuery {
  page: number;
  pageSize: number;
  status?: CampaignStatus | undefined;
  search?: string | undefined;
  sort: 'name' | 'createdAt' | 'updatedAt';
  dir: 'asc' | 'desc';
  fields: 'all' | 'summary';
}

export interface CampaignPage {
  campaigns: Campaign[];
  total: number;
  /** For the same search, whatever the status (D-829). */
  statusCounts: Record<CampaignStatus, number>;
}

/** One page of a project's campaigns, and how many there are in each state. They are searched one by one: a project has few. */
export function listCampaigns(ctx: ProjectContext, query: CampaignListQuery): Promise<CampaignPage> {
  const { page, pageSize, status, search, sort, dir, fields } = query;
  return ctx.read(async (reader) => {
    let found = campaignRows(reader, { hasBodies: fields === 'all' });
    if (search !== undefined) found = found.where(isFound(search));
    if (status !== undefined) found = found.where('c.status', '=', status);
    const rows = await found
      .orderBy(sort === 'name' ? sql`lower(c.name)` : `c.${sort}`, dir)
      .orderBy('c.id', dir)
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute();
    const statusCounts = await countByStatus(reader, search);
    const counted: readonly CampaignStatus[] = status === undefined ? campaignStatuses : [status];
    const total = counted.reduce<number>((sum, each) => sum + statusCounts[each], 0);
    return { campaigns: rows.map(toCampaign), total, statusCounts };
  });
}

const isFound = (search: string) =>
  sql<boolean>`strpos(lower(concat_ws(E'\\n', c.name, c.subject, c.from_email)), lower(${search})) > 0`;

async function countByStatus(
  { db, projectId }: ProjectReader,
  search: string | undefined,
): Promise<Record<CampaignStatus, number>> {
  let all = db.selectFrom('campaigns as c').where('c.projectId', '=', projectId);
  if (search !== undefined) all = all.where(isFound(search));
  const rows = await all
    .select(['c.status', ({ fn }) => fn.countAll<string>().as('count')])
    .groupBy('c.status')
    .execute();
  const counts = { DRAFT: 0, SCHEDULED: 0, SENDING: 0, SENT: 0, CANCELLED: 0 };
  for (const { status, count } of rows) counts[status] = Number(count);
  return counts;
}
