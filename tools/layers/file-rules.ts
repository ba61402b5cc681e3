import { layerOf } from './layer-list.ts';
import { locationOf } from './location.ts';
import { occurrences, perFile, type Rule } from './rule.ts';

/** Every file of the server is in a known folder, and every feature in a layer. */
export const locationRule: Rule = perFile((file) => {
  const location = locationOf(file.path);
  const at = { path: file.path, line: 1 };
  if (location.kind === 'stray') {
    return [
      { ...at, rule: 'location', message: 'belongs in app, features/<feature>, platform/<thing> or pure/<noun>' },
    ];
  }
  if (location.kind !== 'features' || layerOf(location.name) >= 0) return [];
  return [{ ...at, rule: 'unknown-feature', message: `${location.name} is not in the layer list` }];
});

const vague = /(?:^|\/)(utils?|helpers?|misc|common)(?:\.[^/]*)?(?=\/|$)/;

/** Why: a file without a specific name collects unrelated code. */
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

/** Why: all settings are described in one schema. */
export const environmentRule: Rule = perFile((file) => {
  if (mayReadEnvironment.test(file.path)) return [];
  const message = 'only platform/config reads the environment';
  const imported = file.imports.filter((line) => /^(node:)?process$/.test(line.specifier));
  return [
    ...occurrences(file, environmentRead, 'environment', message),
    ...imported.map(({ line }) => ({ path: file.path, line, rule: 'environment', message })),
  ];
});
