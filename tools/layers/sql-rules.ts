import { lineAt } from '../source/import-lines.ts';
import type { SourceFile } from '../source/read-sources.ts';
import { type SqlStatement, sqlStatements } from '../source/sql-statements.ts';
import { layerOf } from './layer-list.ts';
import { perFile, type Rule, type Violation } from './rule.ts';

/** From this migration on, functions are files of `server/sql`. */
const lastWithFunctions = 39;

const definition = /\bcreate\s+(?:or\s+replace\s+)?(?:function|procedure)\s+(\w+)/gi;

/**
 * A migration defines no function. Exempt are functions that migrations call (`make_tenant_table`): server/sql is applied after
 * the migrations, and what an old migration does must not follow the newest text of a function. Exempt is the first text of a trigger's
 * function, too: a trigger cannot be made before it.
 */
export const migrationRule: Rule = perFile((file) => {
  const number = Number(/^server\/migrations\/(\d+)_/.exec(file.path)?.[1] ?? 0);
  if (number <= lastWithFunctions) return [];
  return [...file.code.matchAll(definition)]
    .filter(([text, name = '']) => !name.startsWith('make_') && !isForTrigger(file.code, text))
    .map(({ 1: name, index }) => ({
      path: file.path,
      line: lineAt(file.text, index),
      rule: 'sql-function',
      message: `${name} is code, not history: define it in server/sql/<feature>/${name}.sql`,
    }));
});

const isForTrigger = (code: string, beginning: string): boolean =>
  /^\(\) returns trigger\b/.test(code.slice(code.indexOf(beginning) + beginning.length));

/**
 * A file of `server/sql` replaces functions and gives their rights, so that it can be applied at any time beside the version
 * before it. It is named after a function, in the folder of a feature, a platform module or a pure noun.
 */
export const functionFileRule: Rule = (files) => {
  const functionFiles = files.filter(({ path }) => path.startsWith('server/sql/'));
  const owners = new Map<string, string>();
  return functionFiles.flatMap((file) => {
    const names = new Set([...file.code.matchAll(definition)].map(([, name = '']) => name));
    const elsewhere = [...names].filter((name) => owners.has(name));
    for (const name of names) owners.set(name, file.path);
    return [
      ...placeProblems(file, names, files).map((message) => violation(file, 0, message)),
      ...elsewhere.map((name) => violation(file, 0, `${name} is defined in two files`)),
      ...sqlStatements(file.code)
        .filter((statement, index) => !isAllowed(statement, index === 0, names))
        .map(({ text, index }) => violation(file, index, `${refused}, not: ${text.split('\n', 1)[0]}`)),
    ];
  });
};

const refused =
  'only create or replace function, its revoke from public and its grants, as postrider_dispatch if need be';

function placeProblems({ path }: SourceFile, names: ReadonlySet<string>, files: readonly SourceFile[]): string[] {
  const [, folder = '', name = ''] = /^server\/sql\/([^/]+)\/([^/]+)\.sql$/.exec(path) ?? [];
  const isPart = (kind: string): boolean => files.some((file) => file.path.startsWith(`server/src/${kind}/${folder}/`));
  return [
    ...(layerOf(folder) >= 0 || isPart('platform') || isPart('pure') ? [] : ['belongs in server/sql/<feature>']),
    ...(names.has(name) ? [] : ['is not named after a function that it defines']),
  ];
}

/** Rights name a function of the file: those of another would be given by whichever file is applied last. */
function isAllowed({ text }: SqlStatement, isFirst: boolean, names: ReadonlySet<string>): boolean {
  if (/^set local role postrider_dispatch$/.test(text)) return isFirst;
  if (/^create or replace function \w+\s*\(/.test(text)) return true;
  const right = /^(?:revoke execute on function \w+ from public|grant execute on function \w+ to postrider_\w+)$/.test(
    text,
  );
  return right && names.has(text.split(' ')[4] ?? '');
}

const violation = (file: SourceFile, index: number, message: string): Violation => ({
  path: file.path,
  line: lineAt(file.text, index),
  rule: 'sql-function',
  message,
});
