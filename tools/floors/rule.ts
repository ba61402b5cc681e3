import { lineAt } from '../source/import-lines.ts';
import type { SourceFile } from '../source/read-sources.ts';

export interface Violation {
  path: string;
  line: number;
  rule: string;
  message: string;
}

/** A rule sees all files at once, because some rules are about how files stand to each other. */
export type Rule = (files: readonly SourceFile[]) => Violation[];

/** A rule that asks one question of each file. */
export const perFile =
  (ask: (file: SourceFile) => Violation[]): Rule =>
  (files) =>
    files.flatMap(ask);

/** Every place where a pattern stands in the code of a file, as violations of one rule. */
export function occurrences(file: SourceFile, pattern: RegExp, rule: string, message: string): Violation[] {
  return [...file.code.matchAll(pattern)].map((match) => ({
    path: file.path,
    line: lineAt(file.text, match.index),
    rule,
    message,
  }));
}
