import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { keepOutput } from '@postrider/server/testing/process-output';

export interface TreeProcess {
  readonly child: ChildProcess;
  output(): string;
}

/** Where in a file tree a program runs, and as whom. */
export interface TreePlace {
  readonly tree: string;
  /** User and group as numbers. */
  readonly user: string;
  readonly folder: string;
  readonly access: 'ro' | 'rw';
  /** Files and folders of this machine that are seen inside, each as `outside:inside`. */
  readonly mounts?: readonly string[];
}

/** Every step replaces its program, so signals reach the one that was asked for. */
const enter = `set -e
tree=$1 user=$2 folder=$3 access=$4 mounts=$5
shift 5
mount --bind "$tree" "$tree"
mount --options "remount,bind,$access" "$tree"
mount --types tmpfs tmpfs "$tree/tmp"
mount --bind /dev "$tree/dev"
mount --types proc proc "$tree/proc"
for pair in $mounts; do
  inside="$tree\${pair#*:}"
  if [ -d "\${pair%%:*}" ]; then mkdir -p "$inside"; else touch "$inside"; fi
  mount --bind "\${pair%%:*}" "$inside"
done
exec setpriv --no-new-privs chroot --userspec="$user" "$tree" /bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@"`;

/**
 * Starts a command that sees the tree as its root, with an own `/tmp` in memory, and no other file of this machine. Mounts end with it.
 */
export function startInTree(
  { tree, user, folder, access, mounts = [] }: TreePlace,
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
): TreeProcess {
  const inside = ['sh', '-c', enter, 'sh', tree, user, folder, access, mounts.join(' '), ...command];
  const child = spawn('unshare', ['--mount', '--propagation', 'private', ...inside], {
    env: { ...environment, PATH: `${environment.PATH}:/usr/sbin:/sbin` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, output: keepOutput(child) };
}

/** The same, to its end. */
export async function runInTree(
  ...start: Parameters<typeof startInTree>
): Promise<{ code: number | null; output: string }> {
  const { child, output } = startInTree(...start);
  await once(child, 'close');
  return { code: child.exitCode, output: output() };
}
