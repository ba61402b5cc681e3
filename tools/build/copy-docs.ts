import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { servedDocs } from '../../server/src/app/docs-files.ts';
import { pictureFolder } from '../../server/src/pure/docs-pages/index.ts';

/** Puts the pages that the server shows beside the program, and nothing else of the documentation. */
export async function copyDocs(from: string, to: string): Promise<void> {
  for (const path of await servedDocs(from)) {
    await mkdir(dirname(join(to, path)), { recursive: true });
    await cp(join(from, `${path}.md`), join(to, `${path}.md`));
  }
  await cp(join(from, pictureFolder), join(to, pictureFolder), { recursive: true });
}
