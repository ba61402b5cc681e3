import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Config } from '#platform/config';
import { serverFile } from '#platform/program-files';

/** A file of the built dashboard, and what the build has compressed it to. */
export interface DashboardFile {
  readonly type: string;
  readonly etag: string;
  readonly bytes: Buffer;
  readonly compressed: Readonly<Partial<Record<Encoding, Buffer>>>;
}

export interface Dashboard {
  /** The one page, which holds a placeholder for the nonce of its styles. */
  readonly index: string;
  /** All other files by their path below `/app/`. */
  readonly files: ReadonlyMap<string, DashboardFile>;
}

type Encoding = 'br' | 'gzip';

/** The better one first; with the ending that the build gives it. */
export const encodings: readonly (readonly [Encoding, string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

/** Where the dashboard is looked for; null: this instance serves none. */
export function dashboardFolder({ DASHBOARD_FOLDER }: Config): string | null {
  if (DASHBOARD_FOLDER === 'none') return null;
  return DASHBOARD_FOLDER ?? serverFile('../dashboard/dist');
}

const read = new Map<string, Dashboard | null>();

/**
 * The dashboard of this instance; null when it serves none or none is built. Read once: a running process keeps serving the files
 * that it began with, also while a build replaces them.
 */
export function findDashboard(config: Config): Dashboard | null {
  const folder = dashboardFolder(config);
  if (folder === null) return null;
  const known = read.get(folder);
  if (known !== undefined) return known;
  const found = readDashboard(folder);
  read.set(folder, found);
  return found;
}

function readDashboard(folder: string): Dashboard | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const all = new Set(paths);
  const files = paths
    .filter((path) => path !== 'index.html' && !encodings.some(([, ending]) => path.endsWith(ending)))
    .map((path) => [path, readOne(folder, path, all)] as const);
  return { index: readFileSync(join(folder, 'index.html'), 'utf8'), files: new Map(files) };
}

function readOne(folder: string, path: string, all: ReadonlySet<string>): DashboardFile {
  const bytes = readFileSync(join(folder, path));
  const compressed = encodings
    .filter(([, ending]) => all.has(path + ending))
    .map(([name, ending]) => [name, readFileSync(join(folder, path + ending))]);
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url')}"`,
    bytes,
    compressed: Object.fromEntries(compressed),
  };
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
