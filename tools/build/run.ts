import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '../source/repository-root.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { distPackage } from './dist-package.ts';

const source = JSON.parse(await readFile(join(repositoryRoot, 'server/package.json'), 'utf8'));
await writeFile(join(repositoryRoot, 'server/dist/package.json'), `${JSON.stringify(distPackage(source), null, 2)}\n`);
await writeFile(join(repositoryRoot, 'server/dist/bill-of-materials.json'), await billOfMaterials());
