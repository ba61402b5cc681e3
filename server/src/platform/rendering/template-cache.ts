import type { Template } from '#pure/templating';
import { compile } from '#pure/templating';

const mostTemplates = 200;
const mostCharacters = 8 * 1024 * 1024;

/** Texts that were read, by their content; the ones unused for longest go first. */
const kept = new Map<string, Template>();
let characters = 0;

/** The text ready to be rendered; read once as long as this thread remembers it. */
export function templateOf(source: string): Template {
  const known = kept.get(source);
  const template = known ?? compile(source);
  if (known) kept.delete(source);
  else characters += source.length;
  kept.set(source, template);
  for (const [oldest] of kept) {
    if (kept.size <= mostTemplates && characters <= mostCharacters) break;
    kept.delete(oldest);
    characters -= oldest.length;
  }
  return template;
}
