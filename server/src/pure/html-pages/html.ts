import { escapeHtml } from '#pure/text';

/** Text that is HTML already: only this file and the style make it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[] | null;

/** The one place where values meet HTML: every value but HTML itself is escaped. */
export function html(fixed: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(fixed.reduce((whole, text, at) => whole + textOf(values[at - 1] ?? null) + text));
}

function textOf(value: Part): string {
  if (value === null) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('\n');
  return escapeHtml(String(value));
}

/** Parts of one line: nothing comes between them. */
export const joined = (parts: readonly Html[]): Html => new Html(parts.map(({ text }) => text).join(''));

/** A sentence of the contract; what stands between backquotes is code. */
export const prose = (text: string): Html =>
  joined(
    text
      .split('`')
      .map((part, at, all) => (at % 2 === 1 && at < all.length - 1 ? html`<code>${part}</code>` : html`${part}`)),
  );
