import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildah } from './buildah.ts';

const image = 'localhost/postrider:under-test';

/** What an image says of how it is run. */
export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly StopSignal: string;
  readonly ExposedPorts: Readonly<Record<string, unknown>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

export interface BuiltImage {
  readonly name: string;
  readonly config: ImageConfig;
  /** Every instruction that made it. */
  readonly history: readonly string[];
}

/** Builds `deploy/Dockerfile` as an operator would. npm's configuration and cache are mounted, so that no layer gets them. */
export async function buildImage(): Promise<BuiltImage> {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-npm-'));
  const configuration = join(folder, 'npmrc');
  const cache = join(homedir(), '.npm');
  mkdirSync(cache, { recursive: true });
  writeFileSync(configuration, npmConfiguration(), { mode: 0o600 });
  const mounts = [`${configuration}:/root/.npmrc:ro`, `${cache}:/root/.npm`];
  try {
    await buildah(
      'bud',
      '--quiet',
      '--pull-never',
      '--format',
      'docker',
      '--file',
      'deploy/Dockerfile',
      '--tag',
      image,
      ...mounts.flatMap((mount) => ['--volume', mount]),
      '.',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', image));
  return {
    name: image,
    config: Docker.config,
    history: Docker.history.map((step: { created_by?: string }) => step.created_by ?? ''),
  };
}

/** The configuration of the person or machine that builds, with certificates that its network may need. */
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
