import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * npm's configuration and cache of the person or machine that builds, as mounts `outside:inside` for root. Why mounted: it may hold a
 * login, and no tree or layer gets it.
 */
export async function withNpmMounts<T>(work: (mounts: readonly string[]) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-npm-'));
  const configuration = join(folder, 'npmrc');
  const cache = join(homedir(), '.npm');
  mkdirSync(cache, { recursive: true });
  writeFileSync(configuration, npmConfiguration(), { mode: 0o600 });
  try {
    return await work([`${configuration}:/root/.npmrc`, `${cache}:/root/.npm`]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** With certificates that the network may need. */
function npmConfiguration(): string {
  const own = join(homedir(), '.npmrc');
  const { npm_config_registry: registry, NODE_EXTRA_CA_CERTS: certificates } = process.env;
  return [
    existsSync(own) ? readFileSync(own, 'utf8') : '',
    registry ? `registry=${registry}` : '',
    certificates ? 'cafile=/etc/ssl/certs/ca-certificates.crt' : '',
    'prefer-offline=true',
    '',
  ].join('\n');
}
