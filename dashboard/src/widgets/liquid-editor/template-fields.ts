/** What is known about a field of the contacts, for completion. */
export interface TemplateField {
  /** As the contact's data names it: `first name`. */
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'date';
  /** The share of contacts that have it, from 0 to 1. */
  readonly coverage: number;
}

/** Words that end the reading of a name with spaces. */
const operators = /(^|\s)(and|or|not|contains)(\s|$)/;
const bareName = /^[\p{L}_][\p{L}\p{N}_-]*( [\p{L}_][\p{L}\p{N}_-]*)*$/u;

/** How a template refers to a field; null if the language has no way to write its name. */
export function referenceTo(name: string): string | null {
  if (/[{}\n\r]/.test(name)) return null;
  if (bareName.test(name) && !operators.test(name) && name !== 'data' && name !== 'event') return name;
  if (!name.includes('"')) return `data["${name}"]`;
  return name.includes("'") ? null : `data['${name}']`;
}

/** What stands in for a missing value; the author types over it. */
export function fallbackFor({ name, type }: TemplateField): { readonly quote: '"' | ''; readonly text: string } {
  if (type === 'number') return { quote: '', text: '0' };
  if (type === 'boolean') return { quote: '', text: 'false' };
  if (type === 'date') return { quote: '"', text: 'soon' };
  return { quote: '"', text: /name/i.test(name) ? 'there' : 'not given' };
}

/** "97 % have it": never 100 while someone lacks it, never 0 while someone has it. */
export function coverageWords(coverage: number): string {
  return `${percentOf(coverage)} have it`;
}

/** "3 % without" */
export function gapWords(coverage: number): string {
  return coverage >= 1 ? 'everyone has it' : `${percentOf(1 - coverage)} without`;
}

function percentOf(share: number): string {
  const percent = Math.round(share * 100);
  if (percent === 0 && share > 0) return 'under 1\u00a0%';
  if (percent === 100 && share < 1) return 'over 99\u00a0%';
  return `${percent}\u00a0%`;
}
