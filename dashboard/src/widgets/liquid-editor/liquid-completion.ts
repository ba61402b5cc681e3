import { type Completion, type CompletionContext, type CompletionResult, snippet } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { filterNames, innerTags, serviceNames, tagSnippets } from './liquid-words.ts';
import { coverageWords, fallbackFor, gapWords, referenceTo, type TemplateField } from './template-fields.ts';

/** Where the cursor stands inside `{{ … }}` or `{% … %}`, read from the text of its line before it. */
export type LiquidPlace =
  | { readonly kind: 'name' | 'filter' | 'tag'; readonly typed: string; readonly open: string }
  | { readonly kind: 'outside' };

export function placeIn(before: string): LiquidPlace {
  const output = /\{\{-?\s*$|\{\{-?(\s*)((?:(?!\}\}|%\}).)*)$/u.exec(before);
  if (output) {
    const inside = output[2] ?? '';
    const filter = /\|\s*(\w*)$/.exec(inside);
    if (filter) return { kind: 'filter', typed: filter[1] ?? '', open: '' };
    // Why not later: after a fallback or an argument, a name is rare and its list would only stand in the way.
    if (/[|"'?:]/.test(inside)) return { kind: 'outside' };
    return { kind: 'name', typed: inside, open: output[1] ?? (output[0].endsWith(' ') ? ' ' : '') };
  }
  const tag = /\{%-?(\s*)(\w*)$/.exec(before);
  return tag ? { kind: 'tag', typed: tag[2] ?? '', open: tag[1] ?? '' } : { kind: 'outside' };
}

/** Offers names with and without fallback, tags and filters; nothing outside the braces. */
export const liquidCompletion =
  (fields: () => readonly TemplateField[]) =>
  (context: CompletionContext): CompletionResult | null => {
    const line = context.state.doc.lineAt(context.pos);
    const place = placeIn(line.text.slice(0, context.pos - line.from));
    if (place.kind === 'outside') return null;
    const from = context.pos - place.typed.length;
    if (place.kind === 'filter') {
      return { from, options: filterNames.map((label) => ({ label, type: 'filter' })), validFor: /^\w*$/ };
    }
    if (place.kind === 'tag') return { from, options: tagOptions(place.open), validFor: /^\w*$/ };
    return { from, options: nameOptions(fields(), place.open), validFor: /^(?!\s)[^{}|"'?:]*$/ };
  };

function nameOptions(fields: readonly TemplateField[], open: string): Completion[] {
  const ofFields = fields.flatMap((field, index): Completion[] => {
    const reference = referenceTo(field.name);
    if (reference === null) return [];
    const { quote, text } = fallbackFor(field);
    // Two for each field, the one with a fallback first, whatever is typed.
    const boost = 90 - Math.min(index, 40) * 2;
    return [
      {
        label: `${reference} ?? ${quote}${text}${quote}`,
        detail: coverageWords(field.coverage),
        boost,
        apply: applySnippet(`${reference} ?? ${quote}#{1:${text}}${quote}`, '}}', open),
      },
      {
        label: reference,
        detail: gapWords(field.coverage),
        boost: boost - 1,
        apply: applySnippet(reference, '}}', open),
      },
    ];
  });
  const ofService = serviceNames.map(({ name, says }): Completion => {
    return { label: name, detail: says, boost: -50, apply: applySnippet(name, '}}', open) };
  });
  return [...ofFields, ...ofService];
}

const tagOptions = (open: string): Completion[] => [
  ...Object.entries(tagSnippets).map(
    ([label, text]): Completion => ({ label, boost: 10, apply: applySnippet(text, '%}', open) }),
  ),
  ...innerTags.map((label): Completion => ({ label, apply: applySnippet(label, '%}', open) })),
];

/** A snippet that also closes the braces, with the white space they were opened with, unless they are closed already. */
const applySnippet =
  (text: string, close: '}}' | '%}', open: string) =>
  (view: EditorView, completion: Completion, from: number, to: number): void => {
    const line = view.state.doc.lineAt(to);
    const after = line.text.slice(to - line.from);
    const isClosed = new RegExp(`^\\s*-?${close}`).test(after);
    // A brace put in for `{` alone is taken over.
    const lone = !isClosed && after.startsWith('}') ? 1 : 0;
    const end = isClosed ? '' : `${open === '' && close === '}}' ? '' : ' '}${close}`;
    snippet(`${text}${end}#{}`)(view, completion, from, to + lone);
  };
