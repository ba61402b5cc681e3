import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '../source/repository-root.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { bundleServer } from './bundle.ts';
import { compressDashboard } from './compress-dashboard.ts';
import { copyDocs } from './copy-docs.ts';

await bundleServer();
await copyDocs(join(repositoryRoot, 'docs'), join(repositoryRoot, 'server/dist/docs'));
await compressDashboard(join(repositoryRoot, 'dashboard/dist'));
await writeFile(join(repositoryRoot, 'server/dist/bill-of-materials.json'), await billOfMaterials());
