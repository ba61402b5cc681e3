import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256 } from '#platform/crypto';
import { type FileStore, FileTooLarge } from './file-store.ts';

/** Files in a folder that all processes share, in 256 folders below it. */
export function diskStore(folder: string): FileStore {
  const pathOf = (key: string): string => {
    if (!/^[a-z0-9-]+\.[a-z0-9]+$/.test(key)) throw new Error('a key that is no file name');
    return join(folder, sha256(key).toString('hex').slice(0, 2), key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      await writeDurably(partOf(path), bytes);
      await rename(partOf(path), path);
      await sync(dirname(path));
      await sync(folder);
    },
    async read(key, maxBytes) {
      const file = await open(pathOf(key)).catch(nullIfAbsent);
      if (!file) return null;
      try {
        if ((await file.stat()).size > maxBytes) throw new FileTooLarge(key);
        return await file.readFile();
      } finally {
        await file.close();
      }
    },
    async remove(key) {
      const path = pathOf(key);
      await rm(partOf(path), { force: true });
      await rm(path, { force: true });
    },
    publicUrl: () => null,
    close() {},
  };
}

/** What is being written. Its name follows from the key, so that `remove` finds what a crash has left. */
const partOf = (path: string): string => `${path}.part`;

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Why: a new name survives a power cut only when its folder was written, too. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
