import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltImage } from './build-image.ts';
import { buildah } from './buildah.ts';
import { runInTree, startInTree, type TreePlace, type TreeProcess } from './file-tree.ts';

/** The file tree of an image, in which programs run as a container engine would run them. */
export interface ImageTree {
  /** Starts a command with the image's user, environment and folder; its process is the one that `child` names. */
  start(command: readonly string[], settings: Settings): TreeProcess;
  /** Runs a command to its end. */
  run(command: readonly string[], settings: Settings): Promise<{ code: number | null; output: string }>;
  /** The same by `buildah run`. */
  runByBuildah(command: readonly string[], settings: Settings): Promise<string>;
  /** The number of the image's user. */
  readonly userId: string;
  close(): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

export async function openImageTree({ name, config }: BuiltImage): Promise<ImageTree> {
  const container = await buildah('from', '--pull-never', name);
  const tree = await buildah('mount', container);
  const user = numbersOf(tree, config.User);
  const environment = Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s).slice(0, 2)));

  // For reading alone, as `read_only` of the compose file says.
  const place: TreePlace = { tree, user, folder: config.WorkingDir, access: 'ro' };

  return {
    start: (command, settings) => startInTree(place, command, { ...environment, ...settings }),
    run: (command, settings) => runInTree(place, command, { ...environment, ...settings }),
    runByBuildah(command, settings) {
      const env = Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
      return buildah('run', ...env, container, '--', ...command);
    },
    userId: user.split(':')[0] ?? '',
    async close() {
      await buildah('umount', container);
      await buildah('rm', container);
    },
  };
}

/** User and group of a name in the image, as numbers. */
function numbersOf(tree: string, user: string): string {
  const line = readFileSync(join(tree, 'etc/passwd'), 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${user}:`));
  const [, , id, group] = line?.split(':') ?? [];
  if (!id || !group) throw new Error(`the image has no user ${user}`);
  return `${id}:${group}`;
}
