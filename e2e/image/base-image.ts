import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildah, hasImage, repository } from './buildah.ts';

const run = promisify(execFile);

/** The image that the Dockerfile builds on. */
export const baseImage = `docker.io/library/${baseOfDockerfile()}`;

function baseOfDockerfile(): string {
  const names = [...readFileSync(join(repository, 'deploy/Dockerfile'), 'utf8').matchAll(/^FROM (\S+:\S+)/gm)].map(
    ([, name]) => name,
  );
  const [name] = names;
  if (!name || names.some((other) => other !== name))
    throw new Error('the Dockerfile names more than one base image, or none');
  return name;
}

/**
 * Makes a stand-in for the base image from this machine's own Node and npm, because a registry of images may be out of reach. It has
 * what the Dockerfile uses of the real one: Node, npm, a shell, the system's libraries, certificates and the user `node`. It is kept for
 * later runs, under the version of Node that it holds.
 */
export async function makeBaseImage(): Promise<'made' | 'kept'> {
  const kept = `localhost/stand-in:${process.version}`;
  const isKept = await hasImage(kept);
  if (!isKept) await commitTree(kept);
  await buildah('tag', kept, baseImage);
  return isKept ? 'kept' : 'made';
}

async function commitTree(name: string): Promise<void> {
  const tree = mkdtempSync(join(tmpdir(), 'postrider-base-'));
  const container = await buildah('from', 'scratch');
  try {
    await fillTree(tree);
    await buildah('copy', '--quiet', container, tree, '/');
    await buildah('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', '--cmd', 'node', container);
    await buildah('commit', '--quiet', container, name);
  } finally {
    await buildah('rm', container);
    rmSync(tree, { recursive: true });
  }
}

async function fillTree(tree: string): Promise<void> {
  const at = (path: string): string => join(tree, path);
  for (const folder of [
    'bin',
    'dev',
    'etc',
    'proc',
    'sys',
    'tmp',
    'root',
    'home/node',
    'usr/bin',
    'usr/local/bin',
    'usr/local/lib/node_modules',
  ]) {
    mkdirSync(at(folder), { recursive: true });
  }
  await run('chmod', ['1777', at('tmp')]);
  await run('chown', ['1000:1000', at('home/node')]);
  cpSync('/bin/busybox', at('bin/busybox'));
  const { stdout: applets } = await run('/bin/busybox', ['--list']);
  for (const applet of applets.trim().split('\n'))
    if (applet !== 'busybox') symlinkSync('busybox', at(`bin/${applet}`));
  symlinkSync('/bin/env', at('usr/bin/env'));
  cpSync(process.execPath, at('usr/local/bin/node'));
  const npm = await npmFolder();
  cpSync(npm, at('usr/local/lib/node_modules/npm'), { recursive: true });
  for (const program of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${program}-cli.js`, at(`usr/local/bin/${program}`));
  }
  for (const library of await libraries()) {
    mkdirSync(at(dirname(library)), { recursive: true });
    cpSync(realpathSync(library), at(library));
  }
  mkdirSync(at('etc/ssl/certs'), { recursive: true });
  cpSync('/etc/ssl/certs/ca-certificates.crt', at('etc/ssl/certs/ca-certificates.crt'));
  writeFileSync(at('etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n');
  writeFileSync(at('etc/group'), 'root:x:0:\nnode:x:1000:\n');
  writeFileSync(at('etc/nsswitch.conf'), 'hosts: files dns\n');
}

async function npmFolder(): Promise<string> {
  const { stdout } = await run('which', ['npm']);
  return dirname(dirname(realpathSync(stdout.trim())));
}

/** The libraries that Node is linked with, and those that the C library loads by name to look up hosts and users. */
async function libraries(): Promise<string[]> {
  const { stdout } = await run('ldd', [process.execPath]);
  const linked = [...stdout.matchAll(/(?:=> )?(\/\S+) \(0x/g)].flatMap(([, path]) => path ?? []);
  const system = dirname(linked.find((path) => basename(path).startsWith('libc.so')) ?? '/lib');
  const named = ['libnss_files.so.2', 'libnss_dns.so.2', 'libresolv.so.2', 'librt.so.1'];
  return [...new Set([...linked, ...named.map((name) => join(system, name)).filter((path) => existsSync(path))])];
}
