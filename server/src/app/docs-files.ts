import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtFile } from '#platform/program-files';
import { errorFolder, pageGroups, pictureFolder } from '#pure/docs-pages';

/** The Markdown of the documentation: the repository's folder, or what the build has put beside the program. */
const folder = builtFile('dist/docs', '../docs');

/** Every page that is served, by its path without `.md`. */
export async function readDocs(): Promise<ReadonlyMap<string, string>> {
  const paths = await servedDocs(folder);
  return new Map(
    await Promise.all(
      paths.map(async (path): Promise<[string, string]> => [path, await readFile(join(folder, `${path}.md`), 'utf8')]),
    ),
  );
}

/** What `readDocs` reads of a folder. */
export async function servedDocs(docs: string): Promise<string[]> {
  const listed = pageGroups.flatMap(({ pages }) => pages.map(({ path }) => path));
  const errors = await readdir(join(docs, errorFolder));
  return [...listed, ...errors.map((name) => `${errorFolder}/${name.replace(/\.md$/, '')}`)];
}

/** The pictures of the pages, by name. */
export async function readPictures(): Promise<ReadonlyMap<string, Buffer>> {
  const names = await readdir(join(folder, pictureFolder));
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, Buffer]> => [name, await readFile(join(folder, pictureFolder, name))]),
    ),
  );
}
