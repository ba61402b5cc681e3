import type { Masked } from './mask.ts';

export interface ImportLine {
  specifier: string;
  line: number;
}

const fromClause = /(?<![\w.$])(?:import|export)\b[\w\s{},*$]*?\bfrom\s*(?=['"])/g;
const sideEffect = /(?<![\w.$])import\s*(?=['"])/g;
const call = /(?<![\w.$])import\s*\(\s*(?=['"`])/g;

/** Every module that a file imports: static, re-exported, for its side effect, and by a call with a plain string. */
export function importLines(text: string, masked: Masked): ImportLine[] {
  return [fromClause, sideEffect, call]
    .flatMap((pattern) => [...masked.code.matchAll(pattern)])
    .map((match) => quoted(text, match.index + match[0].length))
    .sort((a, b) => a.line - b.line);
}

function quoted(text: string, at: number): ImportLine {
  const end = text.indexOf(text[at] ?? "'", at + 1);
  return { specifier: text.slice(at + 1, end), line: lineAt(text, at) };
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
