import { Parser } from 'htmlparser2';
import { stripHtml } from '#pure/templating';
import { TextLines } from './text-lines.ts';

const maxCharacters = 2 * 1024 * 1024;

/** Elements that begin and end a line, with the empty lines around them. */
const blocks = new Map<string, 1 | 2>(
  [
    ...['address', 'article', 'aside', 'center', 'dd', 'div', 'dl', 'dt', 'fieldset', 'figcaption', 'figure', 'footer'],
    ...['form', 'header', 'li', 'main', 'nav', 'section', 'tr', 'body', 'caption'],
  ].map((name): [string, 1 | 2] => [name, 1]),
);
for (const name of ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'blockquote', 'pre'])
  blocks.set(name, 2);

/** Elements whose text is not shown. */
const hidden = new Set(['head', 'style', 'script', 'title', 'template', 'noscript']);

/** Why a limit: the parser looks for each closing tag among the open elements. */
const maxDepth = 300;
class TooDeep extends Error {}

const separator = '-'.repeat(40);
const indent = '  ';

/**
 * The text part of a mail, in one pass over the HTML: links with their addresses, items of lists with marks, lines of 80
 * characters. Images are left out. HTML that is nested too deeply loses its links and marks.
 */
export function toText(html: string): string {
  try {
    return readText(html);
  } catch (error) {
    if (error instanceof TooDeep) return simpleText(html);
    throw error;
  }
}

function readText(html: string): string {
  const reader = new TextReader();
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: (text) => reader.text(text),
    onclosetag: (name) => reader.close(name),
  });
  parser.end(html.slice(0, maxCharacters));
  return reader.lines.toString();
}

interface List {
  /** The number of the next item; null for a list without numbers. */
  next: number | null;
}

class TextReader {
  readonly lines = new TextLines();
  readonly #lists: List[] = [];
  readonly #links: { readonly href: string; text: string }[] = [];
  #depth = 0;
  #hidden = 0;
  #quotes = 0;
  #preformatted = 0;

  open(name: string, attributes: Record<string, string>): void {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new TooDeep();
    if (hidden.has(name)) this.#hidden += 1;
    const around = blocks.get(name);
    if (around) this.#breakLine(name, around);
    if (name === 'br') this.lines.endLine();
    else if (name === 'hr') this.#writeSeparator();
    else if (name === 'a') this.#links.push({ href: attributes.href ?? '', text: '' });
    else if (name === 'td' || name === 'th') this.lines.write(' ');
    else if (name === 'pre') this.#preformatted += 1;
    else if (name === 'ul') this.#lists.push({ next: null });
    else if (name === 'ol') this.#lists.push({ next: Number.parseInt(attributes.start ?? '1', 10) || 1 });
    else if (name === 'blockquote') this.#quotes += 1;
    else if (name === 'li') this.#markItem();
    if (name === 'ul' || name === 'ol' || name === 'blockquote') this.#setPrefix();
  }

  text(text: string): void {
    if (this.#hidden > 0) return;
    const link = this.#links.at(-1);
    if (link && link.text.length < 2_000) link.text += text;
    if (this.#preformatted > 0) this.lines.writeAsIs(text);
    else this.lines.write(text);
  }

  close(name: string): void {
    this.#depth -= 1;
    if (hidden.has(name)) this.#hidden -= 1;
    if (name === 'a') this.#writeAddress();
    else if (name === 'pre') this.#preformatted -= 1;
    else if (name === 'ul' || name === 'ol') this.#lists.pop();
    else if (name === 'blockquote') this.#quotes -= 1;
    if (name === 'ul' || name === 'ol' || name === 'blockquote') this.#setPrefix();
    const around = blocks.get(name);
    if (around) this.#breakLine(name, around);
  }

  /** Lists inside of lists have no empty lines around them. */
  #breakLine(name: string, around: 1 | 2): void {
    const isInner = this.#lists.length > 0 && (name === 'ul' || name === 'ol');
    this.lines.breakLine(isInner ? 1 : around);
  }

  #writeSeparator(): void {
    this.lines.breakLine(1);
    this.lines.write(separator);
    this.lines.breakLine(1);
  }

  /** The address of a link behind its text, unless the text is the address. */
  #writeAddress(): void {
    const { href = '', text = '' } = this.#links.pop() ?? {};
    const address = href.trim().replace(/^mailto:/i, '');
    if (address === '' || address.startsWith('#') || address === text.trim()) return;
    this.lines.write(text.trim() === '' ? address : ` (${address})`);
  }

  #markItem(): void {
    const list = this.#lists.at(-1);
    if (!list || list.next === null) {
      this.lines.markNextLine('* ');
      return;
    }
    this.lines.markNextLine(`${list.next}. `);
    list.next += 1;
  }

  #setPrefix(): void {
    const quotes = '> '.repeat(Math.min(this.#quotes, 5));
    this.lines.prefix = quotes + indent.repeat(Math.min(Math.max(0, this.#lists.length - 1), 5));
  }
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** Text without markup, in one pass: for bodies whose rendering was stopped. */
export function simpleText(html: string): string {
  const lines = html.slice(0, maxCharacters).replace(/<(?:br|\/p|\/div|\/tr|\/li|\/h[1-6])\b/gi, '\n$&');
  return stripHtml(lines)
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
