import type { ImportLine } from '../source/import-lines.ts';
import type { SourceFile } from '../source/read-sources.ts';
import { resolveImport } from '../source/resolve-import.ts';
import { layerOf } from './layer-list.ts';
import { type Location, locationOf } from './location.ts';
import { perFile, type Rule } from './rule.ts';

interface Edge {
  file: SourceFile;
  from: Location;
  to: Location;
  target: string;
  specifier: string;
}

type ImportProblem = [rule: string, message: string] | null;

/** Which folder may import which, line by line. */
export const importRules: Rule = perFile((file) => {
  const from = locationOf(file.path);
  if (from.kind === 'outside') return [];
  return file.imports.flatMap((line) => {
    const problem = problemWith(file, from, line);
    return problem ? [{ path: file.path, line: line.line, rule: problem[0], message: problem[1] }] : [];
  });
});

function problemWith(file: SourceFile, from: Location, { specifier }: ImportLine): ImportProblem {
  const target = resolveImport(file.path, specifier);
  if (target === null) {
    const isOurs = specifier.startsWith('#') || specifier.startsWith('@postrider/');
    return isOurs ? ['unknown-import', `${specifier} names no part of the server`] : null;
  }
  const edge = { file, from, to: locationOf(target), target, specifier };
  return direction(edge) ?? onlyByIndex(edge);
}

/** Testing and app may import anything; main and migrations almost nothing; the rest follows the layers. */
function direction(edge: Edge): ImportProblem {
  const { file, from, to, target } = edge;
  if (from.kind === 'testing') return null;
  if (to.kind === 'testing' && file.isTest) return null;
  if (to.kind === 'testing') return ['testing', 'only tests may import testing'];
  if (from.kind === 'migrations') return ['migrations', 'a migration imports nothing of ours'];
  if (from.kind === 'main') {
    const isAllowed = to.kind === 'app' || (to.kind === 'platform' && to.name === 'config');
    return isAllowed ? null : ['main', `main.ts imports app and platform/config only, not ${target}`];
  }
  if (from.kind === 'app') return null;
  if (to.kind === 'app' || to.kind === 'main') return ['app', 'no folder may import app'];
  return layers(edge);
}

function layers({ from, to, target }: Edge): ImportProblem {
  if (from.kind === 'pure' && to.kind !== 'pure') return ['pure', `pure imports pure only, not ${target}`];
  if (from.kind === 'platform' && to.kind !== 'platform' && to.kind !== 'pure') {
    return ['platform', `platform imports platform and pure only, not ${target}`];
  }
  if (from.kind !== 'features' || to.kind !== 'features' || from.folder === to.folder) return null;

  const [here, there] = [layerOf(from.name), layerOf(to.name)];
  if (there < here) return null;
  const where = there === here ? 'beside it' : 'above it';
  return ['layer', `${from.name} (layer ${here}) may not import ${to.name} ${where} (layer ${there})`];
}

/** A relative import stays in the folder; a `#` import leaves it and ends at the other feature's index.ts. */
function onlyByIndex({ from, to, target, specifier }: Edge): ImportProblem {
  if (from.kind === 'app' || from.kind === 'main' || from.kind === 'testing') return null;
  if (from.kind === 'stray' || from.kind === 'outside' || from.kind === 'migrations') return null;

  const isInside = target.startsWith(`${from.folder}/`);
  if (specifier.startsWith('.')) {
    return isInside ? null : ['relative', `${specifier} leaves its folder; use a # import of its index.ts`];
  }
  if (isInside) return ['own-index', `${specifier} is this feature itself; use a relative import`];
  if (to.kind === 'testing' || !('name' in to)) return null;
  const isIndex = target === `${to.folder}/index.ts`;
  return isIndex ? null : ['deep', `${specifier} reaches past ${to.folder}/index.ts`];
}
