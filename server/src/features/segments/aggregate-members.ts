import { type RawBuilder, sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import type { Condition } from '#pure/conditions';
import type { Audience } from './audience.ts';
import { fewStatement } from './few-members.ts';

/** Something that is computed over many contacts at once. */
export interface MemberAggregate<T> {
  /** Columns made from a row `c` of contacts, each computed once for a contact. */
  readonly columns: RawBuilder<unknown>;
  /** The result, made from all rows of these columns. */
  readonly result: RawBuilder<T>;
}

/** Contacts by their ids: those behind `after`, up to and with `upTo` if it is given. */
export interface ContactRange {
  readonly after: string;
  readonly upTo: string | null;
}

/**
 * An aggregate over the contacts that match a condition, or over all of them. By an index if the condition is selective, else by
 * reading all contacts, or those of a range. The caller limits its time (`prepareCounting`).
 */
export async function aggregateMembers<T>(
  reader: ProjectReader,
  audience: Audience,
  tree: Condition | null,
  { columns, result }: MemberAggregate<T>,
  range?: ContactRange,
): Promise<T> {
  // Why offset: without it the planner computes a column anew wherever the result uses it.
  const over = (rows: RawBuilder<unknown>): RawBuilder<T> =>
    sql`select ${result} from (select ${columns} from contacts c where ${rows} offset 0) m`;
  if (tree && !range) {
    const found = await firstOf(reader, fewStatement(reader, audience, tree, over));
    if (found !== undefined && found !== null) return found;
  }
  const matching = tree ? sql`and (${audience.matches(tree)})` : sql``;
  const rows = sql`c.project_id = ${reader.projectId} ${matching} ${range ? within(range) : sql``}`;
  const found = await firstOf(reader, sql<{ found: T }>`select (${over(rows)}) as found`);
  if (found === undefined) throw new Error('an aggregate returns one row');
  return found;
}

const within = ({ after, upTo }: ContactRange): RawBuilder<unknown> =>
  upTo === null ? sql`and c.id > ${after}` : sql`and c.id > ${after} and c.id <= ${upTo}`;

async function firstOf<T>({ db }: ProjectReader, statement?: RawBuilder<{ found: T }>): Promise<T | undefined> {
  return (await statement?.execute(db))?.rows[0]?.found;
}
