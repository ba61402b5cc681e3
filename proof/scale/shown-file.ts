import { readFileSync } from 'node:fs';
import { blocksOf, fencesOf } from '../../server/src/pure/docs-pages/index.ts';

const docs = new URL('../../docs/', import.meta.url);

/**
 * A file as a page of the documentation shows it: the fence marked `run by: <run> as <name>`. Why from there: what operators copy
 * is what the run has tried.
 */
export function shownFile(page: string, name: string): string {
  const fences = fencesOf(blocksOf(readFileSync(new URL(`${page}.md`, docs), 'utf8')));
  const shown = fences.filter(({ note }) => note.startsWith('run by: ') && note.endsWith(` as ${name}`));
  const [only] = shown;
  if (!only || shown.length > 1) throw new Error(`docs/${page}.md shows ${name} ${shown.length} times, not once`);
  return `${only.code}\n`; // as a file ends
}

/** The text with the names, addresses and folders of the page replaced by those of a run. Each must occur. */
export function adapt(text: string, replacements: ReadonlyMap<string, string>): string {
  let adapted = text;
  for (const [shown, own] of replacements) {
    if (!text.includes(shown)) throw new Error(`the shown file does not contain ${shown}`);
    adapted = adapted.replaceAll(shown, own);
  }
  return adapted;
}
