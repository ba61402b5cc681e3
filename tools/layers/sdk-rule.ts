import { posix } from 'node:path';
import { perFile, type Rule } from './rule.ts';

const folder = 'sdk/src/';

/** What is published imports nothing but itself: it runs in browsers, too, and knows the server by its contract only. */
export const sdkRule: Rule = perFile((file) => {
  if (!file.path.startsWith(folder) || file.isTest || file.path.startsWith(`${folder}testing/`)) return [];
  return file.imports.flatMap(({ specifier, line }) => {
    const target = posix.join(posix.dirname(file.path), specifier);
    const isOwn = specifier.startsWith('.') && target.startsWith(folder) && !target.startsWith(`${folder}testing/`);
    return isOwn
      ? []
      : [{ path: file.path, line, rule: 'sdk', message: `the SDK imports only itself, not ${specifier}` }];
  });
});
