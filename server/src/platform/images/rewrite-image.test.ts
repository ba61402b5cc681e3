import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { programFile } from '#platform/program-files';
import { limits } from '#pure/limits';
import { animation, picture, pngOf } from '#testing/pictures';
import { rewriteImage, sniffImage } from './index.ts';

const rewrite = async (bytes: Buffer) => rewriteImage(bytes, sniffImage(bytes) ?? 'image/png');

const problemOf = async (bytes: Buffer) => {
  const outcome = await rewrite(bytes);
  return outcome.kind === 'refused' ? outcome.problem : null;
};

async function imageOf(bytes: Buffer) {
  const outcome = await rewrite(bytes);
  if (outcome.kind !== 'rewritten') throw new Error(outcome.problem);
  return outcome.image;
}

const children = (): number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Starts one more and returns its process too. */
function startRewriting(bytes: Buffer) {
  const before = new Set(children());
  const outcome = rewriteImage(bytes, 'image/png');
  return { outcome, pid: children().find((pid) => !before.has(pid)) ?? 0 };
}

/** Holds this process, which handles nothing meanwhile. */
function blockUntilEnded(pid: number): void {
  while (!/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
}

test('two images whose processes end at the same moment are both written', async () => {
  const bytes = await picture('png');
  const first = startRewriting(bytes);
  const second = startRewriting(bytes);
  process.kill(second.pid, 'SIGSTOP');
  const both = first.outcome.then(() => {
    // The end of the first is being handled, and the second ends before it was.
    process.kill(second.pid, 'SIGCONT');
    blockUntilEnded(second.pid);
    return second.outcome;
  });
  blockUntilEnded(first.pid);

  expect(await both).toMatchObject({ kind: 'rewritten' });
});

test.each(['png', 'jpeg', 'gif', 'webp'] as const)('a %s image keeps its type and size (D-1030)', async (type) => {
  const image = await imageOf(await picture(type));

  expect(image).toMatchObject({ type: `image/${type}`, width: 60, height: 20 });
  expect(sniffImage(image.bytes)).toBe(`image/${type}`);
  expect(await sharp(image.bytes).metadata()).toMatchObject({ format: type, width: 60, height: 20 });
});

test('metadata is removed, and a picture that it turns is turned (D-1030)', async () => {
  const facts = { IFD0: { Copyright: 'Ann Example, 1 Main Street' } };
  const sent = await sharp(await picture('jpeg'))
    .withExif(facts)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(sent).metadata()).exif).toBeDefined();

  const image = await imageOf(sent);

  const { exif, icc, xmp, orientation } = await sharp(image.bytes).metadata();
  expect({ exif, icc, xmp, orientation }).toEqual({});
  expect([image.width, image.height]).toEqual([20, 60]);
  const { data } = await sharp(image.bytes)
    .extract({ left: 17, top: 1, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data[2]).toBeGreaterThan(200); // the blue corner is now on the right
});

test.each([
  ['HTML behind a PNG', 'png', '<script>alert(1)</script>'],
  ['a script behind a GIF', 'gif', '*/=1;alert(1)//'],
  ['an archive behind a JPEG', 'jpeg', 'PK\x03\x04 payload'],
] as const)('%s is not kept', async (_what, type, hidden) => {
  const image = await imageOf(Buffer.concat([await picture(type), Buffer.from(hidden)]));

  expect(image.bytes.includes(hidden)).toBe(false);
});

test.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  ['SVG behind an XML header', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['a TIFF', 'II*\0\x08\0\0\0\0\0\0\0'],
  ['a RIFF file of sound', 'RIFF\0\0\0\0WAVEfmt '],
  ['nothing', ''],
])('%s is no image by its first bytes, and reaches no decoder that would read it (D-1030)', async (_what, content) => {
  const bytes = Buffer.from(content, 'latin1');

  expect(sniffImage(bytes)).toBeNull();
  expect(await problemOf(bytes)).toBe('damaged');
});

test('first bytes of one type before the image of another are refused', async () => {
  expect(await problemOf(Buffer.concat([Buffer.from('GIF89a'), await picture('png')]))).toBe('damaged');
});

test.each(['png', 'jpeg', 'gif', 'webp'] as const)('a %s image that was cut off is refused (D-1030)', async (type) => {
  const whole = await sharp({
    create: {
      width: 200,
      height: 200,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
      background: 'red',
    },
  })
    .toFormat(type)
    .toBuffer();

  expect(await problemOf(whole)).toBeNull();
  for (const share of [0.1, 0.5, 0.9]) {
    expect(await problemOf(whole.subarray(0, Math.floor(whole.length * share))), String(share)).toBe('damaged');
  }
});

test('an image of too many pixels is refused by its header, however small its file is (D-1030)', async () => {
  expect(await problemOf(pngOf(5_000, 5_001, 1))).toBe('pixels');
  expect(await problemOf(pngOf(14_000, 14_000))).toBe('pixels');
  expect(await problemOf(pngOf(2_000_000_000, 2_000_000_000, 1))).not.toBeNull();
  expect(await problemOf(await picture('gif', 4_000, 2_001))).toBe('pixels');
});

test('an animation keeps its first 200 frames (D-1030)', async () => {
  const image = await imageOf(await animation('gif', 230));

  expect(await sharp(image.bytes, { pages: -1 }).metadata()).toMatchObject({ pages: 200, pageHeight: 20 });
  expect([image.width, image.height]).toEqual([20, 20]);
});

test('an animation of too many pixels in all frames is refused (D-1030)', async () => {
  expect(await problemOf(await animation('gif', 80, 800))).toBe('pixels');
});

test('an image that would have over 20 MB once written again is refused (D-1030)', async () => {
  const bytes = await picture('png');
  const written = (await imageOf(bytes)).bytes.length;
  const all = { 'image/png': 1e6, 'image/jpeg': 1e6, 'image/gif': 1e6, 'image/webp': 1e6 };
  const outcomeWithin = async (maxWrittenBytes: number): Promise<unknown> => {
    const child = fork(programFile('image-child'), [], { serialization: 'advanced' });
    const outcome = once(child, 'message');
    child.send({
      ...{ bytes, type: 'image/png', maxPixels: all, maxFramePixels: 1e6, maxFrames: 1, maxWrittenBytes },
      maxMemoryBytes: 285 * 1_048_576,
    });
    return (await outcome)[0];
  };

  expect(limits.writtenImageBytes).toBe(20 * 1_048_576);
  expect(await outcomeWithin(written)).toMatchObject({ kind: 'rewritten' });
  expect(await outcomeWithin(written - 1)).toMatchObject({ kind: 'refused', problem: 'size' });
});

/** The largest memory of our child processes, by the kernel's own count, until `work` has ended. */
async function peakOfChildren(work: Promise<unknown>): Promise<number> {
  let peak = 0;
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  ended.catch(() => {});
  while (!isDone) {
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) !== process.pid || !/^Name:\s+(node|MainThread)/m.test(status))
        continue;
      peak = Math.max(peak, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024);
    }
  }
  await ended;
  return peak;
}

test.each([
  ['the largest PNG, in sixteen bits and interlaced', 'png', 5_000, 5_000],
  ['the largest JPEG, progressive and turned', 'jpeg', 5_000, 5_000],
  ['the largest GIF', 'gif', 3_200, 2_500],
  ['the largest WebP', 'webp', 3_200, 2_500],
] as const)('%s takes less than 300 MB (D-1030)', async (_what, type, width, height) => {
  const colours = sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } });
  const options = { progressive: true, ...(type === 'jpeg' ? { chromaSubsampling: '4:4:4' } : {}) };
  const sent =
    type === 'png'
      ? await colours.toColourspace('rgb16').png(options).toBuffer()
      : await colours.withMetadata({ orientation: 6 }).toFormat(type, options).toBuffer();

  const working = rewrite(sent);
  const peak = await peakOfChildren(working);

  expect(peak).toBeGreaterThan(60 * 1_048_576); // it was seen at work
  expect(peak).toBeLessThan(300 * 1_048_576);
});
