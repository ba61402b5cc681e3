const width = 80;
const maxPrefix = 20;
/** White space that is not one space. */
const oddSpace = /[\t\r\n\f]| {2}/;

/**
 * Text that is written piece by piece: words are joined by single spaces, lines are broken at 80 characters between words, and
 * paragraphs are separated by one empty line at most. Each piece costs as much as its own length.
 */
export class TextLines {
  readonly #lines: string[] = [];
  #line = '';
  #isSpaced = false;
  /** Line breaks that are due before the next word. */
  #breaks = 0;
  #prefix = '';
  /** Written before the first word of the next line only, such as the mark of a list item. */
  #mark = '';

  /** Text of a paragraph. White space is one space, wherever it stands. */
  write(text: string): void {
    const words = oddSpace.test(text) ? text.replace(/[ \t\r\n\f]+/g, ' ') : text;
    for (let at = 0; at < words.length; ) {
      if (words[at] === ' ') {
        this.#isSpaced = true;
        at += 1;
        continue;
      }
      const space = words.indexOf(' ', at);
      const wordEnd = space < 0 ? words.length : space;
      this.#writeWord(words.slice(at, wordEnd));
      at = this.#fillLine(words, wordEnd);
    }
  }

  /** Text whose lines and spaces stay as they are. */
  writeAsIs(text: string): void {
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) this.#endLine();
      this.#startLine();
      this.#line += line;
    }
  }

  /** The next word begins a new line, after `count - 1` empty ones. */
  breakLine(count: 1 | 2): void {
    this.#breaks = Math.max(this.#breaks, count);
  }

  /** A line break of the text itself: repeated ones count. */
  endLine(): void {
    if (this.#breaks === 0) this.#endLine();
    else this.#lines.push('');
    this.#isSpaced = false;
  }

  /** How the lines that follow begin. */
  set prefix(prefix: string) {
    this.#prefix = prefix.slice(0, maxPrefix);
  }

  markNextLine(mark: string): void {
    this.#mark = mark;
  }

  toString(): string {
    return [...this.#lines, this.#line].join('\n').trim();
  }

  #writeWord(word: string): void {
    const isNew = this.#startLine();
    const gap = this.#isSpaced && !isNew && this.#line !== this.#prefix ? ' ' : '';
    if (gap !== '' && this.#line.length + word.length >= width) {
      this.#endLine();
      this.#line = this.#prefix;
    } else {
      this.#line += gap;
    }
    this.#line += word;
    this.#isSpaced = false;
  }

  /** Adds the words that follow a word of the same text and still fit, at once; returns where they end. */
  #fillLine(words: string, from: number): number {
    const limit = from + width - this.#line.length;
    const lastEnd = words.endsWith(' ') ? words.length - 1 : words.length;
    const end = limit < lastEnd ? words.lastIndexOf(' ', limit) : lastEnd;
    if (end <= from) return from;
    this.#line += words.slice(from, end);
    return end;
  }

  /** True when a new line was begun. */
  #startLine(): boolean {
    if (this.#breaks > 0) {
      const isFirst = this.#lines.length === 0 && this.#line === '';
      if (!isFirst) this.#endLine();
      if (this.#breaks === 2 && !isFirst && this.#lines.at(-1) !== '') this.#lines.push('');
      this.#breaks = 0;
    } else if (this.#line !== '') {
      return false;
    }
    this.#line = this.#prefix + this.#mark;
    this.#mark = '';
    return true;
  }

  #endLine(): void {
    this.#lines.push(this.#line.trimEnd());
    this.#line = '';
  }
}
