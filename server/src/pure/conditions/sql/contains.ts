import { changesInto, lowerCase } from '../lower-case.ts';
import type { TextOperand } from '../tree.ts';
import { spanOf } from '../values.ts';
import { momentText } from './moments.ts';
import { joined, piece, type SqlPiece } from './piece.ts';
import type { FieldSource } from './source.ts';

/** `contains` on a custom field: a part of a text, or an item of an array (D-313). Null when the value is missing. */
export function containsIn(source: FieldSource, { text, reading }: TextOperand): SqlPiece {
  const part = lowerCase(text);
  const lowered = loweredFor(part, source.text);
  const forms = [piece`condition_contains(${source.json}, ${lowered}, ${part}, ${JSON.stringify(part)})`];
  if (reading.kind === 'number') forms.push(hasItem(source, reading.number));
  if (reading.kind === 'boolean') forms.push(hasItem(source, reading.boolean));
  if ('at' in reading) {
    const { from, to } = spanOf(reading);
    forms.push(piece`condition_has_moment(${source.json}, tstzrange(${momentText(from)}, ${momentText(to)}))`);
  }
  return joined(forms, 'or');
}

const hasItem = (source: FieldSource, item: number | boolean): SqlPiece =>
  piece`condition_has_item(${source.json}, ${JSON.stringify(item)}::jsonb)`;

/**
 * The text in lower case as far as it matters to a search for `part`: A to Z, and the other characters that become one
 * of its own. Why not lower() alone: outside ASCII it depends on the database's locale and its version of Unicode.
 */
function loweredFor(part: string, text: SqlPiece): SqlPiece {
  const changes = changesInto(part);
  const single = changes.filter(({ to }) => Array.from(to).length === 1);
  const lower = piece`lower(${text} collate "C")`;
  const translated =
    single.length <= 2
      ? single.reduce((inner, { from, to }) => piece`replace(${inner}, ${from}, ${to})`, lower)
      : piece`translate(${lower}, ${single.map(({ from }) => from).join('')}, ${single.map(({ to }) => to).join('')})`;
  return changes
    .filter((change) => !single.includes(change))
    .reduce((inner, { from, to }) => piece`replace(${inner}, ${from}, ${to})`, translated);
}
