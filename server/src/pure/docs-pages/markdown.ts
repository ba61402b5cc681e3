import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';

/** The blocks of a text. Names for links that stand elsewhere in the text are not used in our pages. */
export const blocksOf = (text: string): readonly MarkedToken[] => lexer(text) as MarkedToken[]; // no extension adds others

/** The parts inside a block; they are of the same kinds. */
export const partsOf = (token: { readonly tokens?: Token[] | undefined }): readonly MarkedToken[] =>
  (token.tokens ?? []) as MarkedToken[]; // as above

/** What a reader sees of some parts, without marks. */
export const plainText = (parts: readonly MarkedToken[]): string =>
  parts
    .map((part) => ('tokens' in part && part.tokens ? plainText(partsOf(part)) : 'text' in part ? part.text : ''))
    .join('');

export interface Heading {
  readonly depth: number;
  readonly text: string;
  readonly anchor: string;
}

/** The anchors of headings as GitHub makes them, so that a link works in the repository and here. */
export function headingsOf(blocks: readonly MarkedToken[]): ReadonlyMap<MarkedToken, Heading> {
  const used = new Map<string, number>();
  const found = blocks.filter((block): block is Tokens.Heading => block.type === 'heading');
  return new Map(
    found.map((block) => {
      const text = plainText(partsOf(block));
      const name = text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-');
      const before = used.get(name) ?? 0;
      used.set(name, before + 1);
      return [block, { depth: block.depth, text, anchor: before === 0 ? name : `${name}-${before}` }];
    }),
  );
}

/** Every link and picture of a text, as written. */
export function targetsOf(text: string): readonly string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    else if (typeof value === 'object' && value !== null) {
      if ('type' in value && (value.type === 'link' || value.type === 'image') && 'href' in value)
        found.push(String(value.href));
      for (const one of Object.values(value)) visit(one);
    }
  };
  visit(blocksOf(text));
  return found;
}

export interface Fence {
  /** The first word behind the quotes: `sh`. */
  readonly language: string;
  /** The words after it: why it is not run, for example. */
  readonly note: string;
  readonly code: string;
}

/** Every fenced text, also inside of lists. */
export function fencesOf(blocks: readonly MarkedToken[]): readonly Fence[] {
  return blocks.flatMap((block): readonly Fence[] => {
    if (block.type === 'code') {
      const [language = '', ...note] = (block.lang ?? '').trim().split(/\s+/);
      return [{ language, note: note.join(' '), code: block.text }];
    }
    if (block.type === 'list') return block.items.flatMap((item) => fencesOf(partsOf(item)));
    return 'tokens' in block && block.tokens ? fencesOf(partsOf(block)) : [];
  });
}
