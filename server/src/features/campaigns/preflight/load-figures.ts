import { loadAudience, prepareCounting } from '#features/segments';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { isStatementTimeout } from '#platform/db';
import { limits } from '#pure/limits';
import type { CampaignId } from '../campaign.ts';
import { type AudienceFigures, readFigures } from './audience-figures.ts';
import { type AudienceQuestion, digestOf } from './audience-question.ts';
import { beginRun, isUnderWay } from './background-run.ts';
import { countInBackground } from './count-in-background.ts';
import { findFigures, type StoredFigures, storeFigures } from './stored-figures.ts';

/** Null while they are counted in the background. */
export type LoadedFigures = StoredFigures | null;

/**
 * The figures of an audience: those of a moment ago if nothing has changed in the question, else counted until the deadline (by
 * `performance.now()`), else in the background, where the same question finds them later (D-834).
 */
export async function loadFigures(
  ctx: ProjectContext,
  campaignId: CampaignId,
  question: AudienceQuestion,
  deadline: number,
): Promise<LoadedFigures> {
  const digest = digestOf(question);
  const known = await ctx.read(
    async (reader) =>
      (await findFigures(reader, campaignId, digest)) ?? ((await isUnderWay(reader, campaignId, digest)) && 'pending'),
  );
  if (known) return known === 'pending' ? null : known;
  const figures = await countUntil(ctx, question, deadline);
  return ctx.transaction(async (tx) => {
    if (figures) {
      const reusableSeconds = limits.preflightFiguresSeconds;
      return storeFigures(tx, campaignId, { question: digest, figures, reusableSeconds });
    }
    if (await beginRun(tx, campaignId, question)) await tx.enqueue(countInBackground, {});
    return null;
  });
}

/** Null when the time is not enough. */
async function countUntil(
  ctx: ProjectContext,
  question: AudienceQuestion,
  deadline: number,
): Promise<AudienceFigures | null> {
  try {
    return await ctx.read(async (reader) => {
      const beforeStatement = (): void => prepareCounting(reader, millisecondsUntil(deadline));
      return readFigures({ reader, audience: await loadAudience(reader), question, beforeStatement });
    });
  } catch (error) {
    if (isStatementTimeout(error) || error instanceof DeadlinePassed) return null;
    throw error;
  }
}

class DeadlinePassed extends Error {}

/** Why not zero: a time limit of zero means none. */
function millisecondsUntil(deadline: number): number {
  const left = Math.floor(deadline - performance.now());
  if (left < 1) throw new DeadlinePassed();
  return left;
}

/** The contacts of these ids that there still are, with their addresses. */
export async function loadAddresses(
  { db, projectId }: ProjectReader,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('contacts')
    .select(['id', 'email'])
    .where('projectId', '=', projectId)
    .where((where) => where('id', '=', where.fn.any(where.val(ids))))
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}
