import type { Masked } from './mask.ts';

export interface ImportLine {
  specifier: string;
  line: number;
  /** `import type` and `export type`: gone when the file runs. */
  isTypeOnly: boolean;
}

const fromClause = /(?<![\w.$])(?:import|export)\b(\s+type\b(?!\s+from\b))?[\w\s{},*$]*?\bfrom\s*(?=['"])/g;
const sideEffect = /(?<![\w.$])import\s*(?=['"])/g;
const call = /(?<![\w.$])import\s*\(\s*(?=['"`])/g;

/** Every module a file names: static, re-exported, for its effect, and by a call with a plain string. */
export function importLines(text: string, masked: Masked): ImportLine[] {
  return [fromClause, sideEffect, call]
    .flatMap((pattern) => [...masked.code.matchAll(pattern)])
    .map((match) => ({ ...quoted(text, match.index + match[0].length), isTypeOnly: match[1] !== undefined }))
    .sort((a, b) => a.line - b.line);
}

function quoted(text: string, at: number): { specifier: string; line: number } {
  const end = text.indexOf(text[at] ?? "'", at + 1);
  return { specifier: text.slice(at + 1, end), line: lineAt(text, at) };
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
