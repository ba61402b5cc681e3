import { buildah } from './buildah.ts';
import { withNpmMounts } from './npm-mounts.ts';

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

/** Builds `deploy/Dockerfile` as an operator would. */
export async function buildImage(): Promise<BuiltImage> {
  await withNpmMounts((mounts) =>
    buildah(
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
    ),
  );
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', image));
  return {
    name: image,
    config: Docker.config,
    history: Docker.history.map((step: { created_by?: string }) => step.created_by ?? ''),
  };
}
