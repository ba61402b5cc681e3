import { sha256 } from '#platform/crypto';
import { type Condition, storedCondition, toJson } from '#pure/conditions';
import { audienceTree } from '../audience-tree.ts';
import type { CampaignFields } from '../campaign.ts';
import type { PrintedPath } from './lacks-value.ts';

/** All that decides about the figures of an audience. */
export interface AudienceQuestion {
  /** Null for all contacts. */
  readonly tree: Condition | null;
  readonly isTransactional: boolean;
  readonly excludeCampaignId: string | null;
  readonly variables: readonly AskedVariable[];
}

export interface AskedVariable extends PrintedPath {
  readonly path: string;
}

type AskedFields = Pick<
  CampaignFields,
  'audienceType' | 'segmentId' | 'audienceCondition' | 'type' | 'excludeCampaignId'
>;

/** The question of a campaign that has an audience, with its variables in an order of their own: their order in the text means nothing. */
export const questionOf = (fields: AskedFields, variables: readonly AskedVariable[]): AudienceQuestion => ({
  tree: audienceTree(fields),
  isTransactional: fields.type === 'TRANSACTIONAL',
  excludeCampaignId: fields.excludeCampaignId,
  variables: variables
    .map(({ path, chain, keys }) => ({ path, chain, keys }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
});

/** The question as it is stored. */
export const questionJson = ({ tree, ...rest }: AudienceQuestion): string =>
  JSON.stringify({ ...rest, tree: tree && toJson(tree) });

/** The same, read again. */
export function storedQuestion(stored: unknown): AudienceQuestion {
  const { tree, ...rest } = stored as Omit<AudienceQuestion, 'tree'> & { tree: unknown }; // only `questionJson` writes it
  return { ...rest, tree: tree === null ? null : storedCondition(tree) };
}

/** Equal for equal questions. */
export const digestOf = (question: AudienceQuestion): Buffer => sha256(questionJson(question));
