import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { repositoryRoot } from '../source/repository-root.ts';

/** Every package that the built server loads, with its version and hash, in CycloneDX. Works offline: it reads the lockfile. */
export async function billOfMaterials(): Promise<string> {
  // Why not --omit=dev: it also leaves out what the server needs and another workspace only builds with.
  const args = ['sbom', '--workspace=server', '--sbom-format=cyclonedx', '--package-lock-only'];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: repositoryRoot, maxBuffer: 64 * 1_048_576 });
  return stdout;
}
