import type { ImportLine } from '../source/import-lines.ts';
import type { SourceFile } from '../source/read-sources.ts';
import { resolveImport } from '../source/resolve-import.ts';
import { floorOf } from './floor-list.ts';
import type { Place } from './place.ts';
import { placeOf } from './place.ts';
import type { Rule } from './rule.ts';
import { perFile } from './rule.ts';

interface Edge {
  file: SourceFile;
  from: Place;
  to: Place;
  target: string;
  specifier: string;
}

type Problem = [rule: string, message: string] | null;

/** Who may import whom, line by line. */
export const importRules: Rule = perFile((file) => {
  const from = placeOf(file.path);
  if (from.kind === 'outside') return [];
  return file.imports.flatMap((line) => {
    const problem = problemWith(file, from, line);
    return problem ? [{ path: file.path, line: line.line, rule: problem[0], message: problem[1] }] : [];
  });
});

function problemWith(file: SourceFile, from: Place, { specifier }: ImportLine): Problem {
  const target = resolveImport(file.path, specifier);
  if (target === null) {
    const isOurs = specifier.startsWith('#') || specifier.startsWith('@postrider/');
    return isOurs ? ['unknown-import', `${specifier} names no room of the server`] : null;
  }
  const edge = { file, from, to: placeOf(target), target, specifier };
  return direction(edge) ?? frontDoor(edge);
}

/** Testing and app may reach anywhere; main and migrations almost nowhere; the rest stands on floors. */
function direction(edge: Edge): Problem {
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
  if (to.kind === 'app' || to.kind === 'main') return ['app', 'nobody imports app'];
  return floors(edge);
}

function floors({ from, to, target }: Edge): Problem {
  if (from.kind === 'pure' && to.kind !== 'pure') return ['pure', `pure imports pure only, not ${target}`];
  if (from.kind === 'platform' && to.kind !== 'platform' && to.kind !== 'pure') {
    return ['platform', `platform imports platform and pure only, not ${target}`];
  }
  if (from.kind !== 'features' || to.kind !== 'features' || from.room === to.room) return null;

  const [here, there] = [floorOf(from.name), floorOf(to.name)];
  if (there < here) return null;
  const where = there === here ? 'next door' : 'upstairs';
  return ['floor', `${from.name} (floor ${here}) may not import ${to.name} ${where} (floor ${there})`];
}

/** A relative import stays in the room; a `#` import leaves it and ends at the other room's index.ts. */
function frontDoor({ from, to, target, specifier }: Edge): Problem {
  if (from.kind === 'app' || from.kind === 'main' || from.kind === 'testing') return null;
  if (from.kind === 'stray' || from.kind === 'outside' || from.kind === 'migrations') return null;

  const isInside = target.startsWith(`${from.room}/`);
  if (specifier.startsWith('.')) {
    return isInside ? null : ['relative', `${specifier} leaves the room; use a # import of its index.ts`];
  }
  if (isInside) return ['own-door', `${specifier} is this room itself; use a relative import`];
  if (to.kind === 'testing' || !('name' in to)) return null;
  const isFrontDoor = target === `${to.room}/index.ts`;
  return isFrontDoor ? null : ['deep', `${specifier} reaches past ${to.room}/index.ts`];
}
