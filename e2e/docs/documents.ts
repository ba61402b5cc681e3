import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf, type Fence, fencesOf, pageGroups } from '../../server/src/pure/docs-pages/index.ts';

export const root = join(import.meta.dirname, '../..');

/** Languages of texts that are shown and never run. */
const shownLanguages: ReadonlySet<string> = new Set([
  'text',
  'output',
  'json',
  'yaml',
  'ini',
  'cfg',
  'html',
  'sql',
  'tsx',
]);
const runLanguages: ReadonlySet<string> = new Set(['sh', 'ts', 'js']);

/** What a person would paste into a shell or save as a program. */
const looksRunnable =
  /^\s*(?:\$ )?(?:curl|npm|npx|node|docker|psql|pg_dump|pg_restore|createdb|openssl|export) |^import .* from /m;

/** Pages for users and operators, whose snippets are run. Pages of the reference describe; they have none. */
export const runPages: readonly string[] = pageGroups
  .filter(({ title }) => title !== 'Reference')
  .flatMap(({ pages }) => pages.map(({ path }) => path));

export const fencesOfPage = (path: string): readonly Fence[] =>
  fencesOf(blocksOf(readFileSync(join(root, 'docs', `${path}.md`), 'utf8')));

/** Why a fence is not run, or null for one that is: `sh not run: it starts containers`, `js run by: e2e/x.test.ts`,
 * `ini run by: proof/scale/pooler/index.ts as pgbouncer.ini` for a file that a run takes from the page. */
export function reasonNotToRun({ language, note }: Fence): string | null {
  if (!runLanguages.has(language)) return `it is ${language}`;
  const [, reason] = /^(?:not run|run by): (.+)$/.exec(note) ?? [];
  return reason ?? null;
}

/** What is wrong with the mark of a fence; null if nothing is. */
export function faultOf(fence: Fence): string | null {
  const { language, note, code } = fence;
  if (language === '') return 'a fence has no language';
  if (!runLanguages.has(language) && !shownLanguages.has(language))
    return `nothing is known about the language ${language}`;
  if (note !== '' && !/^(?:(?:not run|run by|file): \S.*)$/.test(note)) return `the note is not understood: ${note}`;
  const isShown = shownLanguages.has(language);
  if (isShown && note === '' && language !== 'output' && looksRunnable.test(code))
    return `looks as if it could be run: ${code.slice(0, 60)}`;
  return null;
}
