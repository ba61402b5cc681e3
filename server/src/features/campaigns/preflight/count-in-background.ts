import { z } from 'zod';
import { type ContactRange, endOfPage, loadAudience, prepareCounting } from '#features/segments';
import { defineTask, type ProjectContext, type ProjectReader } from '#platform/context';
import { isStatementTimeout } from '#platform/db';
import { nilId } from '#platform/ids';
import { limits } from '#pure/limits';
import { type AudienceFigures, addFigures, readFigures } from './audience-figures.ts';
import { type BackgroundRun, endRun, findRun } from './background-run.ts';
import { storeFigures } from './stored-figures.ts';

const pageMilliseconds = 30_000;

/**
 * Counts the audience that the project waits for, over pages of contacts, each in a transaction of its own: no snapshot is held
 * meanwhile. A run that was replaced stops with its page; the newer one has a task of its own. A second run begins anew or finds
 * nothing to do.
 */
export const countInBackground = defineTask({
  name: 'campaigns.count-audience',
  payload: z.object({}),
  perProject: 1,
  isMerged: true,
  retry: { attempts: 3 },
  expireSeconds: 2 * limits.preflightBackgroundSeconds,
  async run(ctx) {
    const run = await ctx.read(findRun);
    if (!run) return;
    const counted = await countInPages(ctx, run);
    if (counted === 'replaced') return;
    await ctx.transaction(async (tx) => {
      if (!(await endRun(tx, run.id))) return;
      await storeFigures(tx, run.campaignId, {
        question: run.digest,
        figures: counted,
        reusableSeconds: limits.preflightBackgroundFiguresSeconds,
      });
    });
  },
});

/** Null when it takes too long. */
async function countInPages(ctx: ProjectContext, run: BackgroundRun): Promise<AudienceFigures | null | 'replaced'> {
  const end = performance.now() + 1_000 * limits.preflightBackgroundSeconds;
  let sum: AudienceFigures | null = null;
  try {
    for (let after: string | null = nilId; after !== null; ) {
      if (performance.now() > end) return null;
      const from: string = after;
      const page: FiguresPage | null = await ctx.read((reader) => countPage(reader, run, from));
      if (!page) return 'replaced';
      sum = sum ? addFigures(sum, page.figures) : page.figures;
      after = page.range.upTo;
    }
    return sum;
  } catch (error) {
    if (isStatementTimeout(error)) return null;
    throw error;
  }
}

interface FiguresPage {
  readonly figures: AudienceFigures;
  readonly range: ContactRange;
}

async function countPage(
  reader: ProjectReader,
  { id, question }: BackgroundRun,
  after: string,
): Promise<FiguresPage | null> {
  if ((await findRun(reader))?.id !== id) return null;
  const beforeStatement = (): void => prepareCounting(reader, pageMilliseconds);
  beforeStatement();
  const range = { after, upTo: await endOfPage(reader, after) };
  const audience = await loadAudience(reader);
  return { range, figures: await readFigures({ reader, audience, question, range, beforeStatement }) };
}
