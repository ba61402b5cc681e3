/** What part of the server a file belongs to. `room` is the folder that relative imports may not leave. */
export type Place =
  | { kind: 'main' | 'app' | 'testing' | 'migrations'; room: string }
  | { kind: 'features' | 'platform' | 'pure'; room: string; name: string }
  /** Under `server/src` but in no folder the map knows. */
  | { kind: 'stray' }
  /** Not in the server. */
  | { kind: 'outside' };

export function placeOf(path: string): Place {
  if (path === 'server/src/main.ts') return { kind: 'main', room: 'server/src/main.ts' };
  if (path.startsWith('server/src/app/')) return { kind: 'app', room: 'server/src/app' };
  if (path.startsWith('server/testing/')) return { kind: 'testing', room: 'server/testing' };
  if (path.startsWith('server/migrations/')) return { kind: 'migrations', room: 'server/migrations' };

  const inside = /^server\/src\/(features|platform|pure)\/([^/]+)\/.+/.exec(path);
  if (!inside) return { kind: path.startsWith('server/src/') ? 'stray' : 'outside' };
  const [, kind, name = ''] = inside;
  const room = `server/src/${kind}/${name}`;
  if (kind === 'features') return { kind, room, name };
  return kind === 'platform' ? { kind, room, name } : { kind: 'pure', room, name };
}
