/** What part of the server a file belongs to. `folder` is what relative imports may not leave. */
export type Location =
  | { kind: 'main' | 'app' | 'testing' | 'migrations'; folder: string }
  | { kind: 'features' | 'platform' | 'pure'; folder: string; name: string }
  /** Under `server/src`, but in no known folder. */
  | { kind: 'stray' }
  /** Not in the server. */
  | { kind: 'outside' };

export function locationOf(path: string): Location {
  if (path === 'server/src/main.ts') return { kind: 'main', folder: 'server/src/main.ts' };
  if (path.startsWith('server/src/app/')) return { kind: 'app', folder: 'server/src/app' };
  if (path.startsWith('server/testing/')) return { kind: 'testing', folder: 'server/testing' };
  if (path.startsWith('server/migrations/')) return { kind: 'migrations', folder: 'server/migrations' };

  const inside = /^server\/src\/(features|platform|pure)\/([^/]+)\/.+/.exec(path);
  if (!inside) return { kind: path.startsWith('server/src/') ? 'stray' : 'outside' };
  const [, kind, name = ''] = inside;
  const folder = `server/src/${kind}/${name}`;
  if (kind === 'features') return { kind, folder, name };
  return kind === 'platform' ? { kind, folder, name } : { kind: 'pure', folder, name };
}
