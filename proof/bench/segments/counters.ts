import type { Client } from 'pg';
import { loadAudience } from '../../../server/src/features/segments/audience.ts';
import { countMatching, countStatement, prepareCounting } from '../../../server/src/features/segments/count-members.ts';
import { countFew, fewCountStatement } from '../../../server/src/features/segments/few-members.ts';
import type { ProjectContext } from '../../../server/src/platform/context/index.ts';
import { readCondition } from '../../../server/src/pure/conditions/index.ts';
import type { Question } from './questions.ts';

export interface SegmentCount {
  count: number;
  ms: number;
}

/** One way to count the members for a question. */
export interface SegmentCounter {
  count(question: Question): Promise<SegmentCount>;
  /** The plan that the database used. */
  plan(question: Question): Promise<string>;
}

/** Why longer than the feature waits: a measurement from a busy machine is better than none. */
const timeoutMs = 600_000;

/** As the feature counts, in the role of the product, with row security. */
export function productCounter(ctx: ProjectContext): SegmentCounter {
  return {
    count: (question) =>
      ctx.read(async (reader) => {
        prepareCounting(reader, timeoutMs);
        const audience = await loadAudience(reader);
        const start = performance.now();
        const count = await countMatching(reader, audience, treeOf(question));
        return { ms: performance.now() - start, count };
      }),
    plan: (question) =>
      ctx.read(async (reader) => {
        prepareCounting(reader, timeoutMs);
        const audience = await loadAudience(reader);
        const tree = treeOf(question);
        const isFew = (await countFew(reader, audience, tree)) !== null;
        const few = isFew ? fewCountStatement(reader, audience, tree) : undefined;
        const { sql, ...rest } = (few ?? countStatement(audience, reader.projectId, tree)).compile(reader.db);
        const { rows } = await reader.db
          .getExecutor()
          .executeQuery({ ...rest, sql: `explain (analyze, buffers) ${sql}` });
        return textOf(rows as Line[]); // a plan is lines of text
      }),
  };
}

function treeOf({ name, condition }: Question) {
  const parsed = readCondition(condition, { allowsContext: false });
  if (!parsed.ok) throw new Error(`${name}: ${JSON.stringify(parsed.problems)}`);
  return parsed.tree;
}

/** Plain SQL by a login to which row security does not apply. */
export function handWrittenCounter(
  client: Client,
  projectId: string,
  writtenIn: (question: Question) => string,
): SegmentCounter {
  const textFor = (question: Question): string =>
    `select count(*) from contacts c where c.project_id = $1 and (${writtenIn(question)})`;
  return {
    async count(question) {
      const start = performance.now();
      const { rows } = await client.query<{ count: string }>(textFor(question), [projectId]);
      return { ms: performance.now() - start, count: Number(rows[0]?.count) };
    },
    async plan(question) {
      const { rows } = await client.query<Line>(`explain (analyze, buffers) ${textFor(question)}`, [projectId]);
      return textOf(rows);
    },
  };
}

type Line = Record<string, string>;

const textOf = (rows: readonly Line[]): string => rows.map((row) => Object.values(row)[0]).join('\n');
