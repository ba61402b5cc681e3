import type { TextFile } from '../source/read-documents.ts';
import { codePattern, definingPages } from './code-pattern.ts';

/** Where each code is defined: the bold beginning of a paragraph or bullet, or the first cell of a table row. */
export function findDefinitions(documents: readonly TextFile[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { path, text } of documents) {
    if (!definingPages.test(path)) continue;
    for (const line of text.split('\n')) {
      for (const code of definedIn(line)) found.set(code, [...(found.get(code) ?? []), path]);
    }
  }
  return found;
}

function definedIn(line: string): readonly string[] {
  const [, bold, cell] = line.match(/^\s*(?:[-*] |\d+\. )?(?:\*\*([^*]+)\*\*|\|([^|]+)\|)/) ?? [];
  const start = (bold ?? cell ?? '').trim().replaceAll(/[*`]/g, '');
  const codes = start.match(codePattern) ?? [];
  // A bold sentence that mentions a code later defines nothing.
  return codes[0] !== undefined && start.startsWith(codes[0]) ? leading(start) : [];
}

const leadingCodes = new RegExp(`^(?:${codePattern.source}(?:, | and )?)+`);

/** `D-708, D-709 Text with D-101 in it` begins with two codes. */
function leading(start: string): readonly string[] {
  const [list = ''] = start.match(leadingCodes) ?? [];
  return list.match(codePattern) ?? [];
}
