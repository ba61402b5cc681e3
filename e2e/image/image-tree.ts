import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepOutput } from '@postrider/server/testing/process-output';
import type { BuiltImage } from './build-image.ts';
import { buildah } from './buildah.ts';

export interface TreeProcess {
  readonly child: ChildProcess;
  output(): string;
}

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

/**
 * The tree is mounted for reading alone, with an own `/tmp` in memory, as `read_only` and `tmpfs` of the compose file say. Every step
 * replaces its program, so signals reach the one that was asked for.
 */
const enter = `set -e
tree=$1 user=$2 folder=$3
shift 3
mount --bind "$tree" "$tree"
mount --options remount,bind,ro "$tree"
mount --types tmpfs tmpfs "$tree/tmp"
mount --bind /dev "$tree/dev"
mount --types proc proc "$tree/proc"
exec setpriv --no-new-privs chroot --userspec="$user" "$tree" /bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@"`;

export async function openImageTree({ name, config }: BuiltImage): Promise<ImageTree> {
  const container = await buildah('from', '--pull-never', name);
  const tree = await buildah('mount', container);
  const user = numbersOf(tree, config.User);
  const environment = Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s).slice(0, 2)));

  function start(command: readonly string[], settings: Settings): TreeProcess {
    const inside = ['sh', '-c', enter, 'sh', tree, user, config.WorkingDir, ...command];
    const child = spawn('unshare', ['--mount', '--propagation', 'private', ...inside], {
      env: { ...environment, PATH: `${environment.PATH}:/usr/sbin:/sbin`, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { child, output: keepOutput(child) };
  }

  return {
    start,
    async run(command, settings) {
      const { child, output } = start(command, settings);
      await once(child, 'close');
      return { code: child.exitCode, output: output() };
    },
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
