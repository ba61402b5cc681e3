import { floorOf } from './floor-list.ts';
import { placeOf } from './place.ts';
import type { Rule } from './rule.ts';
import { occurrences, perFile } from './rule.ts';

/** Every file of the server stands in a place the map knows, and every feature on a floor. */
export const placeRule: Rule = perFile((file) => {
  const place = placeOf(file.path);
  const at = { path: file.path, line: 1 };
  if (place.kind === 'stray') {
    return [{ ...at, rule: 'place', message: 'belongs in app, features/<room>, platform/<thing> or pure/<noun>' }];
  }
  if (place.kind !== 'features' || floorOf(place.name) >= 0) return [];
  return [{ ...at, rule: 'unknown-room', message: `${place.name} is not in the floor list` }];
});

const vague = /(?:^|\/)(utils?|helpers?|misc|common)(?:\.[^/]*)?(?=\/|$)/;

/** A name that says nothing is where unrelated things meet. */
export const nameRule: Rule = perFile((file) => {
  const name = vague.exec(file.path)?.[1];
  return name
    ? [{ path: file.path, line: 1, rule: 'name', message: `${name} says nothing; name the noun or verb` }]
    : [];
});

export const defaultExportRule: Rule = perFile((file) =>
  /\.config\.ts$/.test(file.path)
    ? []
    : occurrences(
        file,
        /(?<![\w.$])export\s+default\b|\bas\s+default\b(?=[^;]*\})/g,
        'default-export',
        'use a named export',
      ),
);

const mayReadEnvironment = /^(server\/src\/platform\/config|server\/testing|tools|proof|e2e)\//;

const environmentRead = /\bprocess\s*(?:\?\.|\.)\s*env\b|\bprocess\s*\[|\{[^{}]*\benv\b[^{}]*\}\s*=\s*process\b/g;

/** Settings live in one described schema. */
export const environmentRule: Rule = perFile((file) => {
  if (mayReadEnvironment.test(file.path)) return [];
  const message = 'only platform/config reads the environment';
  const imported = file.imports.filter((line) => /^(node:)?process$/.test(line.specifier));
  return [
    ...occurrences(file, environmentRead, 'environment', message),
    ...imported.map(({ line }) => ({ path: file.path, line, rule: 'environment', message })),
  ];
});
