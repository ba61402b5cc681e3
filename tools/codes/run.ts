import { readDocuments } from '../source/read-documents.ts';
import { readSources } from '../source/read-sources.ts';
import { repositoryRoot } from '../source/repository-root.ts';
import { checkCodes } from './check-codes.ts';
import { compareGaps } from './compare-gaps.ts';
import { gaps } from './gaps.ts';

/** `--untested` lists the codes that no test names. */
const [sources, documents] = await Promise.all([readSources(repositoryRoot), readDocuments(repositoryRoot)]);
const report = checkCodes(sources, documents);
const { untested } = report;
const complaints = [...report.complaints, ...compareGaps(untested, gaps)];
for (const line of complaints) console.log(line);
if (process.argv.includes('--untested')) console.log(untested.join('\n'));
console.log(
  `${complaints.length} complaints; ${untested.length} codes are named by no test, ${gaps.unnamed.length} of them decisions that are built`,
);
process.exitCode = complaints.length === 0 ? 0 : 1;
