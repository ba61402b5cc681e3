interface ServerPackage {
  version: string;
  imports: Record<string, string>;
}

/**
 * The `package.json` of `server/dist`, so that the compiled server resolves its `#` imports among compiled
 * files and starts with plain `node server/dist/main.js`. Files outside `src` are not compiled and get no entry point.
 */
export function distPackage({ version, imports }: ServerPackage): object {
  const compiled = Object.entries(imports)
    .filter(([, target]) => target.startsWith('./src/'))
    .map(([name, target]) => [name, target.replace('./src/', './').replace(/\.ts$/, '.js')]);
  return { private: true, type: 'module', version, imports: Object.fromEntries(compiled) };
}
