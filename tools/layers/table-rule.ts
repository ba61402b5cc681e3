import { lineAt } from '../source/import-lines.ts';
import type { SourceFile } from '../source/read-sources.ts';
import { locationOf } from './location.ts';
import type { Rule, Violation } from './rule.ts';

/**
 * A table is written only by its own feature. The owner is the folder whose generated `tables.ts` declares the table; an
 * undeclared table is not checked. SQL functions belong to the folder of `server/sql` that has the owner's name. Limit: a table name composed at run time is not found.
 */
export const tableRule: Rule = (files) => {
  const owners = ownersOf(files);
  return files
    .filter((file) => /^server\/(?:src|sql)\//.test(file.path) && !file.isTest)
    .flatMap((file) => writesOf(file).flatMap((write) => judge(file, write, owners)));
};

interface TableWrite {
  table: string;
  line: number;
}

const builderCall =
  /\b(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\s*(?:<[^>(]*>)?\(\s*['"`](\w+(?:\.\w+)?)/g;
const rawStatement =
  /\b(?:(?:insert|merge|replace)\s+into|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?((?:"?\w+"?\.)?"?\w+"?)|\bupdate\s+(?:only\s+)?((?:"?\w+"?\.)?"?\w+"?)(?:\s+(?:as\s+)?\w+)?\s+set\b/gi;

function writesOf(file: SourceFile): TableWrite[] {
  return [builderCall, rawStatement].flatMap((pattern) =>
    [...file.statements.matchAll(pattern)].map((match) => ({
      table: tableName(match[1] ?? match[2] ?? ''),
      line: lineAt(file.text, match.index),
    })),
  );
}

/** The name as the query builder spells it: no schema, no quotes, camelCase. */
function tableName(written: string): string {
  const bare = written.replaceAll('"', '').split('.').at(-1) ?? '';
  return bare.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function ownersOf(files: readonly SourceFile[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const file of files) {
    const location = locationOf(file.path);
    if (!('name' in location) || file.path !== `${location.folder}/tables.ts`) continue;
    const body = /\binterface Tables\s*\{([^}]*)\}/.exec(file.code)?.[1] ?? '';
    for (const match of body.matchAll(/(\w+)\s*:\s*\w+Table\b/g)) owners.set(match[1] ?? '', location.folder);
  }
  return owners;
}

function judge(file: SourceFile, { table, line }: TableWrite, owners: Map<string, string>): Violation[] {
  const owner = owners.get(table);
  if (owner === undefined || file.path.startsWith(`${owner}/`)) return [];
  if (file.path.startsWith(`server/sql/${owner.split('/').at(-1)}/`)) return [];
  return [{ path: file.path, line, rule: 'table-owner', message: `${table} is written only by ${owner}` }];
}
