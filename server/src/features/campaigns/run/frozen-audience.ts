import { type RawBuilder, sql } from 'kysely';
import {
  type Audience,
  type FrozenAudience,
  freezeAudience,
  frozenFromJson,
  frozenToJson,
  listFew,
  loadAudience,
} from '#features/segments';
import type { ProjectReader } from '#platform/context';
import { audienceTree } from '../audience-tree.ts';
import type { Campaign, CampaignAudience, CampaignId } from '../campaign.ts';

/** What is stored of the audience when sending begins (D-824); null: all contacts. */
export function frozenAudience(audience: Audience, campaign: CampaignAudience): string | null {
  const tree = audienceTree(campaign);
  return tree && JSON.stringify(frozenToJson(freezeAudience(audience, tree)));
}

/** The audience of a campaign under way. */
export interface RunAudience {
  /** Over a row `c` of contacts. */
  readonly matches: RawBuilder<boolean>;
  /** The contacts, where indexes find them and they are few; null: all have to be looked at. */
  list(): Promise<readonly string[] | null>;
}

/** The audience as it was frozen; operators that measure time use the beginning as now (D-806). */
export async function loadFrozenAudience(
  reader: ProjectReader,
  { id, sentAt }: Pick<Campaign, 'id' | 'sentAt'>,
): Promise<RunAudience> {
  const frozen = await findFrozen(reader, id);
  if (!frozen) return { matches: sql`true`, list: async () => null };
  const { tree, segments } = frozen;
  const audience = await loadAudience(reader, { now: sentAt ?? reader.now, segments });
  return { matches: audience.matches(tree), list: () => listFew(reader, audience, tree) };
}

export async function findFrozen({ db, projectId }: ProjectReader, id: CampaignId): Promise<FrozenAudience | null> {
  const row = await db
    .selectFrom('campaigns')
    .select('frozenAudience')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.frozenAudience ? frozenFromJson(row.frozenAudience) : null;
}
