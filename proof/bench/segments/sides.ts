import type { Client } from 'pg';
import { loadAudience } from '../../../server/src/features/segments/audience.ts';
import { countStatement, prepareCounting } from '../../../server/src/features/segments/count-members.ts';
import type { ProjectContext } from '../../../server/src/platform/context/index.ts';
import { readCondition } from '../../../server/src/pure/conditions/index.ts';
import type { Question } from './questions.ts';

export interface Counted {
  count: number;
  ms: number;
}

/** One way of answering questions. */
export interface Side {
  count(question: Question): Promise<Counted>;
  /** How the database went about it. */
  plan(question: Question): Promise<string>;
}

/** Why longer than the room waits: a figure from a busy machine is better than none. */
const patience = 60_000;

/** The statement of the room, behind the door: as the role of the product, with row security. */
export function oursOf(ctx: ProjectContext): Side {
  return {
    count: (question) =>
      ctx.read(async (reader) => {
        await prepareCounting(reader, patience);
        const statement = countStatement(await loadAudience(reader), reader.projectId, treeOf(question));
        const start = performance.now();
        const { rows } = await statement.execute(reader.db);
        return { ms: performance.now() - start, count: Number(rows[0]?.count) };
      }),
    plan: (question) =>
      ctx.read(async (reader) => {
        await prepareCounting(reader, patience);
        const statement = countStatement(await loadAudience(reader), reader.projectId, treeOf(question));
        const { sql, ...rest } = statement.compile(reader.db);
        const { rows } = await reader.db.executeQuery({ ...rest, sql: `explain (analyze, buffers) ${sql}` });
        return textOf(rows as Line[]); // a plan is lines of text
      }),
  };
}

function treeOf({ name, condition }: Question) {
  const reading = readCondition(condition, { allowsContext: false });
  if (!reading.ok) throw new Error(`${name}: ${JSON.stringify(reading.problems)}`);
  return reading.tree;
}

/** Plain SQL by a login that row security does not concern. */
export function byHandOf(client: Client, projectId: string): Side {
  const textFor = (question: Question): string =>
    `select count(*) from contacts c where c.project_id = $1 and ${question.byHand}`;
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
