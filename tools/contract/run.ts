import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { additions, besides, specified } from '../../e2e/spec/endpoints.ts';
import { allRoutes } from '../../server/src/app/routes.ts';
import { errorCodes } from '../../server/src/platform/http/error-codes.ts';
import { statuses } from '../../server/src/platform/http/errors.ts';
import { readSources } from '../source/read-sources.ts';
import { repositoryRoot } from '../source/repository-root.ts';
import { checkDefaults, hiddenDefaults } from './check-defaults.ts';
import { checkDocument } from './check-document.ts';
import { compareCodes } from './compare-codes.ts';
import { compareEndpoints } from './compare-endpoints.ts';
import { findCodes } from './find-codes.ts';
import { lintDocument } from './lint-document.ts';

const sources = await readSources(repositoryRoot);
const found = sources
  .filter(({ path }) => path.startsWith('server/src/') && !path.endsWith('.test.ts'))
  .flatMap(({ path, text }) => findCodes(path, text));
const contract = join(repositoryRoot, 'openapi.json');
const document = JSON.parse(await readFile(contract, 'utf8'));
const defaults = allRoutes.flatMap((route) => {
  const operation = document.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()] ?? {};
  return checkDefaults(route, operation, operation.requestBody?.content['application/json']?.example);
});
const complaints = [
  ...compareCodes(found, errorCodes, statuses),
  ...defaults,
  ...sources
    .filter(({ path }) => /features\/.*routes\.ts$/.test(path))
    .flatMap((one) => hiddenDefaults(one.path, one.text)),
  ...checkDocument(document),
  ...(await lintDocument(contract)),
  ...compareEndpoints(document, [...specified, ...additions, ...besides]),
];
for (const line of complaints) console.log(line);
process.exitCode = complaints.length === 0 ? 0 : 1;
