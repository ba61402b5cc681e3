import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { additions, besides, specified } from '../../e2e/spec/endpoints.ts';
import { errorCodes } from '../../server/src/platform/http/error-codes.ts';
import { statuses } from '../../server/src/platform/http/errors.ts';
import { readSources } from '../source/read-sources.ts';
import { repositoryRoot } from '../source/repository-root.ts';
import { compareCodes } from './compare-codes.ts';
import { compareEndpoints } from './compare-endpoints.ts';
import { findCodes } from './find-codes.ts';

const sources = await readSources(repositoryRoot);
const found = sources
  .filter(({ path }) => path.startsWith('server/src/') && !path.endsWith('.test.ts'))
  .flatMap(({ path, text }) => findCodes(path, text));
const document = JSON.parse(await readFile(join(repositoryRoot, 'openapi.json'), 'utf8'));
const complaints = [
  ...compareCodes(found, errorCodes, statuses),
  ...compareEndpoints(document, [...specified, ...additions, ...besides]),
];
for (const line of complaints) console.log(line);
process.exitCode = complaints.length === 0 ? 0 : 1;
