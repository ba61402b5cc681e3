import { readdir } from 'node:fs/promises';

const pattern = /^sent-(\d{4}-\d\d-\d\d)\..+\.log$/;

/** One file for each day (UTC) and host: the processes of a host append to the same one. */
export const fileName = (day: string, host: string): string => `sent-${day}.${host}.log`;

export const dayOf = (at: string): string => at.slice(0, 10);

interface SentFile {
  readonly name: string;
  readonly day: string;
}

/** The files of all hosts, oldest first. A folder that is not there has none. */
export async function listSentFiles(folder: string): Promise<SentFile[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .flatMap((name) => {
      const day = pattern.exec(name)?.[1];
      return day ? [{ name, day }] : [];
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
