import { measuresTime } from '../operators.ts';
import type { Condition, Meaning } from '../tree.ts';
import { limits } from '../tree.ts';
import { filtersOf } from '../walk.ts';
import { lowestText, momentText } from './moments.ts';
import type { CompileOptions } from './options.ts';
import type { SqlPiece } from './piece.ts';
import { piece } from './piece.ts';
import { sourceOf } from './source.ts';

/**
 * For a whole audience at once: the first moment after now at which some filter turns by the passing of time, as an
 * expression over one row `c` of contacts; null when there is none. It is never later than nextChangeAt, which is exact
 * and knows one contact. Undefined when time plays no part in the tree.
 */
export function compileNextTurn(tree: Condition, options: CompileOptions): SqlPiece | undefined {
  const [first, ...rest] = turnsOf(tree, options, 0);
  if (!first) return undefined;
  return rest.length === 0 ? first : piece`least(${rest.reduce((all, turn) => piece`${all}, ${turn}`, first)})`;
}

function turnsOf(tree: Condition, options: CompileOptions, chain: number): SqlPiece[] {
  return Array.from(filtersOf(tree)).flatMap(({ filter: { meaning } }) => {
    if (meaning.kind !== 'segment') return turnOf(meaning, options) ?? [];
    const segment = chain < limits.segmentChain ? options.segment(meaning.id) : undefined;
    return segment?.kind === 'tree' ? turnsOf(segment.tree, options, chain + 1) : [];
  });
}

function turnOf(meaning: Meaning, options: CompileOptions): SqlPiece | undefined {
  if (meaning.kind === 'event') return eventTurn(meaning, options);
  if (meaning.kind !== 'age') return undefined;
  const cut = options.now.getTime() - meaning.milliseconds;
  switch (meaning.of.kind) {
    case 'data': {
      const { text } = sourceOf(meaning.of);
      const instant = piece`condition_instant(${text})`;
      const turn = whileWithin(instant, cut, meaning.milliseconds);
      return piece`case when ${text} collate "C" >= ${lowestText(cut)} then ${turn} end`;
    }
    case 'createdAt':
      return whileWithin(piece`c.created_at`, cut, meaning.milliseconds);
    case 'updatedAt':
      return whileWithin(piece`c.updated_at`, cut, meaning.milliseconds);
    default:
      return undefined;
  }
}

function eventTurn(meaning: Extract<Meaning, { kind: 'event' }>, options: CompileOptions): SqlPiece | undefined {
  if (!measuresTime(meaning.operator)) return undefined;
  const names = options.eventNames?.(meaning.name) ?? [meaning.name];
  const cut = options.now.getTime() - meaning.milliseconds;
  const turn = whileWithin(piece`max(e.last_at)`, cut, meaning.milliseconds);
  return piece`(select ${turn} from contact_events e where e.project_id = c.project_id and e.name = any (${names}::text[]) and e.contact_id = c.id)`;
}

/** The first millisecond in which what is within the window no longer is. */
const whileWithin = (at: SqlPiece, cut: number, milliseconds: number): SqlPiece =>
  piece`case when ${at} >= ${momentText(cut)}::timestamptz then ${at} + ${intervalText(milliseconds + 1)}::interval end`;

/** Hours and less: a day of PostgreSQL is not always 24 hours. */
function intervalText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  const pad = (value: number, width = 2): string => String(value).padStart(width, '0');
  const clock = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => pad(part));
  return `${clock.join(':')}.${pad(milliseconds % 1_000, 3)}`;
}
