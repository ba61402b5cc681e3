import { scan } from '#pure/templating';

export interface ProtectedHtml {
  readonly html: string;
  /** Replaces every placeholder by its original bytes. */
  restore(html: string): string;
  /** Numbers of the tags, and of all pieces, in the order of the text. */
  orderOf(html: string): { tags: number[]; all: number[] };
}

/** Replaces outputs and tags by placeholder words, which a program that only knows HTML and CSS leaves alone. */
export function protectLiquid(source: string): ProtectedHtml {
  const word = freeWord(source);
  const pieces: { bytes: string; isTag: boolean }[] = [];
  let html = '';
  let at = 0;
  for (const part of delimited(source)) {
    html += `${source.slice(at, part.at)}${word}${pieces.length}x`;
    pieces.push({ bytes: source.slice(part.at, part.end), isTag: part.isTag });
    at = part.end;
  }
  const pattern = new RegExp(`${word}(\\d+)x`, 'g');
  return {
    html: html + source.slice(at),
    restore: (text) => text.replace(pattern, (_word, number: string) => pieces[Number(number)]?.bytes ?? ''),
    orderOf(text) {
      const all = Array.from(text.matchAll(pattern), (match) => Number(match[1]));
      return { all, tags: all.filter((number) => pieces[number]?.isTag) };
    },
  };
}

function* delimited(source: string): Generator<{ at: number; end: number; isTag: boolean }> {
  for (const part of scan(source)) {
    if (part.kind !== 'text') yield { at: part.at, end: part.end, isTag: part.kind === 'tag' };
  }
}

/** A word of letters that the source does not contain. */
function freeWord(source: string): string {
  let word = 'liquidpiece';
  while (source.includes(word)) word += 'q';
  return word;
}
