import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** Names of files in the code: beside the file (`'./judge.ts'`, also of a process that is started), or from the root. */
const beside = /['"`](\.{1,2}\/[^'"`\n$]+)['"`]/g;
const fromRoot = /['"`]((?:proof|e2e|deploy)\/[^'"`\n$]+)['"`]/g;
/** Also at the end of an import of several lines; never `import('./x.ts')`, which loads what is selected. */
const importedAlways = /\bfrom\s+['"](\.{1,2}\/[^'"\n]+)['"]/g;

export interface FolderReader {
  readonly isFile: (path: string) => Promise<boolean>;
  /** The files below a folder, sorted; none where it is not there. */
  readonly filesAt: (folder: string) => Promise<readonly string[]>;
  readonly read: (file: string) => Promise<Buffer>;
}

/** Reads each file once: the runs share most of theirs. */
export function readerOf(root: string): FolderReader {
  const contents = new Map<string, Promise<Buffer>>();
  const read = (file: string): Promise<Buffer> => {
    const content = contents.get(file) ?? readFile(join(root, file));
    contents.set(file, content);
    return content;
  };
  const isFile = async (path: string): Promise<boolean> =>
    (await stat(join(root, path)).catch(() => null))?.isFile() ?? false;
  const filesAt = async (folder: string): Promise<readonly string[]> => {
    const options = { recursive: true, withFileTypes: true } as const;
    const entries = await readdir(join(root, folder), options).catch(() => []);
    const files = entries.filter((entry) => entry.isFile());
    return files.map(({ parentPath, name }) => relative(root, join(parentPath, name))).sort();
  };
  return { isFile, filesAt, read };
}

/** The program of a kind of run; it loads the run that is asked for. */
const isCommandLine = (file: string): boolean => /^proof\/[^/]+\/run\.ts$/.test(file);

/**
 * Every file that a run of `proof` can use: those of its folder, and what they name, and so on. Of a command line, which lists all
 * runs of its kind, only what it always loads. Code of the server is not followed: it counts whole.
 */
export async function reachedFiles(run: string, reader: FolderReader): Promise<readonly string[]> {
  const [kind = ''] = run.split('/');
  const own = await reader.filesAt(`proof/${run}`);
  const ofKind = own.length > 0 ? own : await reader.filesAt(`proof/${kind}`); // for a run without a folder of its own
  const reached = new Set<string>();
  const waiting = [...ofKind, `proof/${kind}/run.ts`];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...(await namedBy(file, reader)));
  }
  return [...reached].sort();
}

async function namedBy(file: string, reader: FolderReader): Promise<readonly string[]> {
  const text = (await reader.read(file)).toString('utf8');
  const names = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);
  const besides = names(isCommandLine(file) ? importedAlways : beside).map((name) => join(dirname(file), name));
  const started = names(fromRoot);
  const files = [...besides, ...started].filter((path) => !path.startsWith('server/') && !path.startsWith('..'));
  // A command line that is started as a program may be asked for any run of its kind.
  const kinds = started.filter(isCommandLine).map((path) => dirname(path));
  const found = await Promise.all([
    ...[...new Set(files)].map(async (path) => ((await reader.isFile(path)) ? [path] : [])),
    ...kinds.map((path) => reader.filesAt(path)),
  ]);
  return found.flat();
}
