import { posix } from 'node:path';

const entryPoints: Record<string, string> = {
  '#testing': 'server/testing/index.ts',
  '@postrider/server/app': 'server/src/app/index.ts',
  '@postrider/server/testing': 'server/testing/index.ts',
};

/** The file of ours that a specifier names, or null for a package or a module of Node. */
export function resolveImport(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);

  const inside = /^#(app|features|platform|pure)\/(.+)$/.exec(specifier);
  if (inside) return `server/src/${inside[1]}/${inside[2]}/index.ts`;
  if (specifier.startsWith('#testing/')) return `server/testing/${specifier.slice('#testing/'.length)}.ts`;
  if (specifier === '#app') return 'server/src/app/index.ts';
  return entryPoints[specifier] ?? null;
}
