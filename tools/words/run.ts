import { readDocuments } from '../source/read-documents.ts';
import { readSources } from '../source/read-sources.ts';
import { repositoryRoot } from '../source/repository-root.ts';
import { checkWords } from './check-words.ts';

const complaints = checkWords(await readSources(repositoryRoot), await readDocuments(repositoryRoot));
for (const line of complaints) console.log(line);
console.log(`${complaints.length} refused words`);
process.exitCode = complaints.length === 0 ? 0 : 1;
