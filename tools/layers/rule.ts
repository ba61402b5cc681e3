import { lineAt } from '../source/import-lines.ts';
import type { SourceFile } from '../source/read-sources.ts';

export interface Violation {
  path: string;
  line: number;
  rule: string;
  message: string;
}

/** A rule gets all files at once, because some rules are about relations between files. */
export type Rule = (files: readonly SourceFile[]) => Violation[];

/** A rule that checks each file by itself. */
export const perFile =
  (check: (file: SourceFile) => Violation[]): Rule =>
  (files) =>
    files.flatMap(check);

/** Every match of a pattern in the code of a file, as violations of one rule. */
export function occurrences(file: SourceFile, pattern: RegExp, rule: string, message: string): Violation[] {
  return [...file.code.matchAll(pattern)].map((match) => ({
    path: file.path,
    line: lineAt(file.text, match.index),
    rule,
    message,
  }));
}
