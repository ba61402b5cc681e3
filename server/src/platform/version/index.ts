import { readFileSync } from 'node:fs';
import { serverFile } from '#platform/program-files';

const manifest: unknown = JSON.parse(readFileSync(serverFile('package.json'), 'utf8'));

/** The version of this release, from the package that is running. */
export const version = (manifest as { version: string }).version; // our own package.json
