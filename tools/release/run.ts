import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../source/repository-root.ts';
import { releaseNotes } from './release-notes.ts';

/** `node tools/release/run.ts v1.2.3` writes the notes of a release, if the tag is the version of what would be released. */
const tag = process.argv[2] ?? '';
const read = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8');

for (const path of ['package.json', 'server/package.json', 'sdk/package.json']) {
  const { version } = JSON.parse(read(path)) as { version: string }; // our own files
  if (tag !== `v${version}`) throw new Error(`The tag ${tag} is not the version ${version} of ${path}`);
}
console.log(releaseNotes(read('CHANGELOG.md'), tag.slice(1)));
