import { fileURLToPath } from 'node:url';

/** The built program is a few files in `server/dist`; the source is one file per module below `server/src`. */
const isBuilt = !import.meta.url.endsWith('.ts');

/** A file or folder of ours that is not code, by its path in `server/`. */
export const serverFile = (path: string): string =>
  fileURLToPath(new URL(isBuilt ? `../${path}` : `../../../${path}`, import.meta.url));

/** A file or folder that the build puts elsewhere, by its paths in `server/`. */
export const builtFile = (built: string, source: string): string => serverFile(isBuilt ? built : source);

/** Programs that run in a thread or a process of their own, by their path in `server/src`. The build makes a file of each. */
export const programs = {
  'rendering-thread': 'platform/rendering/worker.ts',
  'mail-reader-thread': 'platform/mail-reader/worker.ts',
  'image-child': 'platform/images/image-child.ts',
} as const;

export const programFile = (name: keyof typeof programs): string =>
  isBuilt ? serverFile(`dist/${name}.js`) : serverFile(`src/${programs[name]}`);
