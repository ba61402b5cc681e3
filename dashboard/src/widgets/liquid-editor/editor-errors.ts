import { type Diagnostic, setDiagnosticsEffect } from '@codemirror/lint';
import { type Extension, RangeSet, StateField, type Text } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view';
import { nearestFilter } from './liquid-words.ts';

/** An error of the server's parser. Lines and columns start at 1; columns count characters. */
export interface TextError {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** The index in the text that a line and a column stand for, inside the text whatever they are. */
export function indexOf(doc: Text, line: number, column: number): number {
  const { from, text } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  let index = 0;
  for (let passed = 1; passed < column && index < text.length; passed += 1) {
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
  return from + index;
}

/** What is underlined: the word at the place of the error, or what is left of the tag it stands in. */
export function rangeOf(doc: Text, { line, column }: TextError): { readonly from: number; readonly to: number } {
  const from = indexOf(doc, line, column);
  const rest = doc.sliceString(from, doc.lineAt(from).to);
  const length = /^(?:[\p{L}\p{N}_-]+|\{[{%].*?[%}]\}|\S)/u.exec(rest)?.[0].length ?? 0;
  if (length > 0) return { from, to: from + length };
  return { from: Math.max(doc.lineAt(from).from, from - 1), to: from };
}

/** The word that a misspelt filter most likely is. */
export function replacementFor(message: string): { readonly wrong: string; readonly right: string } | null {
  const wrong = /^Unknown filter '([^']+)'/.exec(message)?.[1];
  const right = wrong === undefined ? null : nearestFilter(wrong);
  return wrong !== undefined && right !== null ? { wrong, right } : null;
}

export function diagnosticsOf(doc: Text, errors: readonly TextError[]): Diagnostic[] {
  return errors.map((error) => ({
    ...rangeOf(doc, error),
    severity: 'error' as const,
    message: error.suggestion ? `${error.message} ${error.suggestion}` : error.message,
  }));
}

class WrongLineMarker extends GutterMarker {
  override elementClass = 'e';
}
const wrongLine = Decoration.line({ class: 'bad-l' });
const wrongNumber = new WrongLineMarker();

/** The starts of the lines with an error. */
const wrongLines = StateField.define<readonly number[]>({
  create: () => [],
  update(starts, transaction) {
    const { newDoc, changes } = transaction;
    let next = starts;
    if (transaction.docChanged)
      next = lineStarts(
        newDoc,
        starts.map((start) => changes.mapPos(start)),
      );
    for (const effect of transaction.effects) {
      if (effect.is(setDiagnosticsEffect))
        next = lineStarts(
          newDoc,
          effect.value.map(({ from }) => from),
        );
    }
    return next;
  },
});

const lineStarts = (doc: Text, indexes: readonly number[]): readonly number[] =>
  [...new Set(indexes.map((index) => doc.lineAt(Math.min(index, doc.length)).from))].toSorted((a, b) => a - b);

/** The whole line of an error is tinted and its number is marked. */
export const markWrongLines: Extension = [
  wrongLines,
  EditorView.decorations.compute([wrongLines], (state) =>
    RangeSet.of(state.field(wrongLines).map((start) => wrongLine.range(start))),
  ),
  gutterLineClass.compute([wrongLines], (state) =>
    RangeSet.of(state.field(wrongLines).map((start) => wrongNumber.range(start))),
  ),
];
