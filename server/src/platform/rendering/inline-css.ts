import juice from 'juice';
import { limits } from '#pure/limits';
import { readTemplate } from '#pure/templating';
import { type ProtectedHtml, protectLiquid } from './protect-liquid.ts';

// Why: juice would look for other template languages, scanning the whole text once per code block.
for (const name of Object.keys(juice.codeBlocks)) delete juice.codeBlocks[name];

/**
 * Inlines style sheets into the elements they apply to. Outputs and tags keep their bytes and their order.
 * Null where there is nothing to inline, or where anything but styles would change: then the body stays as it is.
 */
export function inlineCss(body: string): string | null {
  if (!/<style\b/i.test(body)) return null;
  try {
    const safe = protectLiquid(body);
    const styles = stylesOf(safe.html);
    if (styles.some((style) => safe.orderOf(style).tags.length > 0) || dependsOnValues(safe)) return null;
    const inlined = juice(safe.html, { preserveImportant: true });
    const outside = styles.reduce((html, style) => html.replace(style, () => ''), safe.html);
    if (!isSameText(outside, inlined, safe.orderOf)) return null;
    const result = safe.restore(inlined);
    const isFit =
      Buffer.byteLength(result) <= limits.templateBytes && readTemplate(result, 'saving').errors.length === 0;
    return isFit && result !== body ? result : null;
  } catch {
    return null;
  }
}

/** The style elements, found in one pass over the text. */
function stylesOf(html: string): string[] {
  const lower = html.toLowerCase();
  const found: string[] = [];
  for (let at = lower.indexOf('<style'); at !== -1; at = lower.indexOf('<style', at)) {
    const end = lower.indexOf('</style>', at);
    if (end === -1) break;
    found.push(html.slice(at, end + '</style>'.length));
    at = end;
  }
  return found;
}

const openTag = /<[a-z][^<>]*>/gi;
const styledBy = /\s(?:class|id)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi;

/** True when the rules that apply depend on a contact's values: a class that is printed, a conditional attribute. */
function dependsOnValues({ html, orderOf }: ProtectedHtml): boolean {
  return Array.from(html.matchAll(openTag)).some(
    ([tag]) =>
      orderOf(tag).tags.length > 0 || Array.from(tag.matchAll(styledBy)).some(([name]) => orderOf(name).all.length > 0),
  );
}

/** The same elements, opened and closed in the same order, and the same placeholders between them. */
function isSameText(before: string, after: string, orderOf: ProtectedHtml['orderOf']): boolean {
  const kept = stylesOf(after).reduce((html, style) => html.replace(style, () => ''), after);
  if (elementsOf(before) !== elementsOf(kept)) return false;
  const [was, is] = [orderOf(before), orderOf(kept)];
  if (was.tags.join() !== is.tags.join()) return false;
  const left = new Set(is.all);
  return was.all.every((number) => left.has(number));
}

const elementsOf = (html: string): string =>
  Array.from(html.matchAll(/<\/?[a-z][^\s/>]*/gi), ([name]) => name.toLowerCase()).join();
