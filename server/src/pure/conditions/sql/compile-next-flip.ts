import { limits } from '#pure/limits';
import { measuresTime } from '../operators.ts';
import type { Condition, Meaning } from '../tree.ts';
import { filtersOf } from '../walk.ts';
import { lowestText, momentText } from './moments.ts';
import type { CompileOptions } from './options.ts';
import { piece, type SqlPiece } from './piece.ts';
import { sourceOf } from './source.ts';

/**
 * For a whole audience at once: the first moment after now at which a filter flips by the passing of time, as an
 * expression over one row `c` of contacts; null when there is none. It is never later than nextChangeAt, which is exact
 * and knows one contact. Undefined when the tree does not depend on time.
 */
export function compileNextFlip(tree: Condition, options: CompileOptions): SqlPiece | undefined {
  const [first, ...rest] = flipsOf(tree, options, 0);
  if (!first) return undefined;
  return rest.length === 0 ? first : piece`least(${rest.reduce((all, flip) => piece`${all}, ${flip}`, first)})`;
}

function flipsOf(tree: Condition, options: CompileOptions, chain: number): SqlPiece[] {
  return Array.from(filtersOf(tree)).flatMap(({ filter: { meaning } }) => {
    if (meaning.kind !== 'segment') return flipOf(meaning, options) ?? [];
    const segment = chain < limits.segmentChain ? options.segment(meaning.id) : undefined;
    return segment?.kind === 'tree' ? flipsOf(segment.tree, options, chain + 1) : [];
  });
}

function flipOf(meaning: Meaning, options: CompileOptions): SqlPiece | undefined {
  if (meaning.kind === 'event') return eventFlip(meaning, options);
  if (meaning.kind !== 'age') return undefined;
  const cutoff = options.now.getTime() - meaning.milliseconds;
  switch (meaning.of.kind) {
    case 'data': {
      const { text } = sourceOf(meaning.of);
      const instant = piece`condition_instant(${text})`;
      const flip = whileWithin(instant, cutoff, meaning.milliseconds);
      return piece`case when ${text} collate "C" >= ${lowestText(cutoff)} then ${flip} end`;
    }
    case 'createdAt':
      return whileWithin(piece`c.created_at`, cutoff, meaning.milliseconds);
    case 'updatedAt':
      return whileWithin(piece`c.updated_at`, cutoff, meaning.milliseconds);
    default:
      return undefined;
  }
}

function eventFlip(meaning: Extract<Meaning, { kind: 'event' }>, options: CompileOptions): SqlPiece | undefined {
  if (!measuresTime(meaning.operator)) return undefined;
  const names = options.eventNames?.(meaning.name) ?? [meaning.name];
  const cutoff = options.now.getTime() - meaning.milliseconds;
  const flip = whileWithin(piece`max(e.last_at)`, cutoff, meaning.milliseconds);
  return piece`(select ${flip} from contact_events e where e.project_id = c.project_id and e.name = any (${names}::text[]) and e.contact_id = c.id)`;
}

/** The first millisecond in which what is within the window no longer is. */
const whileWithin = (at: SqlPiece, cutoff: number, milliseconds: number): SqlPiece =>
  piece`case when ${at} >= ${momentText(cutoff)}::timestamptz then ${at} + ${intervalText(milliseconds + 1)}::interval end`;

/** Hours and less: a day of PostgreSQL is not always 24 hours. */
function intervalText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  const pad = (value: number, width = 2): string => String(value).padStart(width, '0');
  const clock = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => pad(part));
  return `${clock.join(':')}.${pad(milliseconds % 1_000, 3)}`;
}
