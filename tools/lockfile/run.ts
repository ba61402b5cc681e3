import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '../source/repository-root.ts';
import { completeLockfile } from './complete-lockfile.ts';

const path = join(repositoryRoot, 'package-lock.json');
const before = await readFile(path, 'utf8');
const after = `${JSON.stringify(completeLockfile(JSON.parse(before)), null, 2)}\n`;
if (after !== before) await writeFile(path, after);
console.log(after === before ? 'the lockfile is complete' : 'completed package-lock.json');
