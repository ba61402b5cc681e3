import { asNumber } from './operators.ts';
import { escapeHtml, print } from './print.ts';

type TextFilter = (text: string, ...args: string[]) => unknown;

const characters = (text: string): string[] => Array.from(text);
const whole = (text: string | undefined, fallback: number): number => Math.trunc(asNumber(text) ?? fallback);

/** Filters that take and return text. None uses a pattern that a caller can influence. */
export const textFilters: Readonly<Record<string, TextFilter>> = {
  append: (text, tail = '') => text + tail,
  prepend: (text, head = '') => head + text,
  upcase: (text) => text.toUpperCase(),
  downcase: (text) => text.toLowerCase(),
  capitalize(text) {
    const [first = '', ...rest] = characters(text);
    return first.toUpperCase() + rest.join('').toLowerCase();
  },
  strip: (text) => text.trim(),
  lstrip: (text) => text.trimStart(),
  rstrip: (text) => text.trimEnd(),
  strip_html: stripHtml,
  strip_newlines: (text) => text.replace(/\r?\n/g, ''),
  newline_to_br: (text) => text.replace(/\r?\n/g, '<br />\n'),
  replace: (text, from = '', to = '') => (from === '' ? text : text.replaceAll(from, () => to)),
  replace_first: (text, from = '', to = '') => (from === '' ? text : text.replace(from, () => to)),
  remove: (text, part = '') => (part === '' ? text : text.replaceAll(part, '')),
  remove_first: (text, part = '') => text.replace(part, ''),
  split: (text, separator = ' ') => (text === '' ? [] : text.split(separator)),
  truncate(text, max, ending = '...') {
    const kept = characters(text);
    const size = whole(max, 50);
    if (kept.length <= size) return text;
    return kept.slice(0, Math.max(0, size - characters(ending).length)).join('') + ending;
  },
  truncatewords(text, max, ending = '...') {
    const words = text.split(/\s+/).filter((word) => word !== '');
    const size = Math.max(1, whole(max, 15));
    return words.length <= size ? text : words.slice(0, size).join(' ') + ending;
  },
  escape: escapeHtml,
  escape_once: (text) => escapeHtml(text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => plain[entity] ?? entity)),
  url_encode: (text) => encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+'),
  url_decode(text) {
    try {
      return decodeURIComponent(text.replaceAll('+', ' '));
    } catch {
      return text;
    }
  },
};

const plain: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

const hidden: readonly (readonly [opening: string, closing: string])[] = [
  ['<script', '</script>'],
  ['<style', '</style>'],
  ['<!--', '-->'],
  ['<', '>'],
];

/** Text without tags, in one pass; an opening that never closes is text. */
export function stripHtml(text: string): string {
  const lower = text.toLowerCase();
  const endless = new Set<string>();
  let kept = '';
  let at = 0;
  for (let tag = text.indexOf('<'); tag !== -1; tag = text.indexOf('<', at)) {
    kept += text.slice(at, tag);
    at = tag;
    for (const [opening, closing] of hidden) {
      // Why: searching for the same missing end again and again would be quadratic.
      if (endless.has(closing) || !lower.startsWith(opening, tag)) continue;
      const end = lower.indexOf(closing, tag + opening.length);
      if (end === -1) endless.add(closing);
      else at = end + closing.length;
      if (end !== -1) break;
    }
    if (at === tag) {
      kept += '<';
      at += 1;
    }
  }
  return kept + text.slice(at);
}

/** Part of a text or a list: `slice: start, length`. A negative start counts from the end. */
export function slice(value: unknown, from: unknown, count: unknown): unknown {
  const items = Array.isArray(value) ? value : characters(print(value));
  const begin = Math.trunc(asNumber(from) ?? 0);
  const start = begin < 0 ? Math.max(0, items.length + begin) : begin;
  const part = items.slice(start, start + Math.max(0, Math.trunc(asNumber(count) ?? 1)));
  return Array.isArray(value) ? part : part.join('');
}
