import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { buildah } from './buildah.ts';

/** Files that an image must not carry: settings, what npm was given, and what only the repository needs. */
const foreignPath =
  /(^|\/)(\.npmrc|\.env|\.git|\.docker|\.ssh|\.npm|_cacache)(\/|$)|^postrider\/(server\/(src|testing)|e2e|proof|tools|deploy|docs|sdk)\/|^postrider\/(?!node_modules|server\/node_modules).*\.test\.[jt]s$/;
/** Texts that stand in npm's configuration where it has a login. */
const foreignTexts = ['_authToken', '//registry.npmjs.org/:_auth', '_password='];

export interface LayerReport {
  readonly layers: number;
  readonly bytes: number;
  /** Paths of our own files that do not belong there, and layers with a text that does not. */
  readonly foreign: readonly string[];
}

/** Goes through every layer above the base image: what a later layer removes is still in the one below it. */
export async function readLayers(image: string, baseImage: string): Promise<LayerReport> {
  const below = new Set(await digestsOf(baseImage));
  const folder = mkdtempSync(join(tmpdir(), 'postrider-layers-'));
  try {
    await buildah('push', '--quiet', '--format', 'oci', image, `dir:${folder}`);
    const { layers, config } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    const { rootfs } = JSON.parse(readFileSync(join(folder, fileOf(config.digest)), 'utf8'));
    const own = layers.filter((_: unknown, index: number) => !below.has(rootfs.diff_ids[index]));
    let bytes = 0;
    const foreign: string[] = [];
    for (const { digest, mediaType } of own) {
      const file = createReadStream(join(folder, fileOf(digest)));
      const tar = await buffer(mediaType.endsWith('gzip') ? file.pipe(createGunzip()) : file);
      bytes += tar.length;
      for (const path of pathsIn(tar)) if (foreignPath.test(path)) foreign.push(path);
      for (const text of foreignTexts) if (tar.includes(text)) foreign.push(`the text ${text}`);
    }
    return { layers: own.length, bytes, foreign };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const fileOf = (digest: string): string => digest.split(':')[1] ?? '';

async function digestsOf(image: string): Promise<string[]> {
  const { OCIv1 } = JSON.parse(await buildah('inspect', '--type', 'image', image));
  return OCIv1.rootfs.diff_ids;
}

/** The paths in a tar archive, those of long names included. */
function* pathsIn(tar: Buffer): Generator<string> {
  const textAt = (at: number, length: number): string => tar.toString('utf8', at, at + length).replace(/\0.*$/s, '');
  let longName: string | undefined;
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(textAt(at + 124, 12), 8) || 0;
    const type = String.fromCharCode(tar[at + 156] ?? 0);
    if (type === 'x') longName = /(?:^|\n)\d+ path=(.*)\n/.exec(textAt(at + 512, size))?.[1];
    else if (type === 'L') longName = textAt(at + 512, size);
    else {
      yield longName ?? [textAt(at + 345, 155), textAt(at, 100)].filter(Boolean).join('/');
      longName = undefined;
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
}
