import sharp, { type Metadata, type Sharp } from 'sharp';
import type { ImageJob, ImageOutcome, ImageProblem, RewrittenImage } from './image-job.ts';
import type { ImageType } from './image-type.ts';

// The program of a child process: rewrites one image and ends.

const formats: Record<ImageType, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** Larger pictures lose their palette. */
const maxPalettePixels = 8_000_000;

sharp.cache(false);
sharp.concurrency(1);
// Invariant: no other decoder of the library is reached, whatever the bytes pretend to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
});

process.once('message', (job) => void work(job as ImageJob)); // only our own parent writes here

async function work(job: ImageJob): Promise<void> {
  watchMemory(job.maxMemoryBytes);
  const result = await rewrite(job).catch((): ImageProblem => 'damaged');
  end(typeof result === 'string' ? { kind: 'refused', problem: result } : { kind: 'rewritten', image: result });
}

/** Why from within: the library works in a thread of its own, and the sum of what it holds is known nowhere else. */
function watchMemory(max: number): void {
  const watching = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
    if (peakBytes < max) return;
    clearInterval(watching);
    end({ kind: 'refused', problem: 'memory' });
  }, 5);
}

let hasEnded = false;
let peakBytes = 0;

function end(outcome: { kind: 'refused'; problem: ImageProblem } | { kind: 'rewritten'; image: RewrittenImage }): void {
  if (hasEnded) return;
  hasEnded = true;
  const sent: ImageOutcome = { ...outcome, peakBytes };
  process.send?.(sent, () => process.exit());
}

async function rewrite(job: ImageJob): Promise<RewrittenImage | ImageProblem> {
  const found = await sharp(job.bytes, { limitInputPixels: false, failOn: 'error' }).metadata();
  if (found.format !== formats[job.type]) return 'damaged';
  const pixels = found.width * found.height;
  const frames = framesOf(found, job);
  if (pixels > job.maxPixels[job.type] || pixels * frames > job.maxFramePixels) return 'pixels';
  const image = sharp(job.bytes, {
    pages: frames,
    limitInputPixels: job.maxFramePixels,
    failOn: 'error',
    sequentialRead: true,
  });
  // Why turned: what says how to turn it is removed with the other facts about the picture.
  const upright = frames === 1 ? image.autoOrient() : image;
  const { data, info } = await written(upright.toColourspace('srgb'), job, found).toBuffer({
    resolveWithObject: true,
  });
  if (data.length > job.maxWrittenBytes) return 'size';
  return { type: job.type, bytes: data, width: info.width, height: info.pageHeight ?? info.height };
}

const framesOf = ({ pages = 1 }: Metadata, { type, maxFrames }: ImageJob): number =>
  type === 'image/gif' || type === 'image/webp' ? Math.min(pages, maxFrames) : 1;

function written(image: Sharp, { type, bytes }: ImageJob, { isPalette, ...found }: Metadata): Sharp {
  switch (type) {
    case 'image/png':
      // Why not for large ones: choosing colours needs the whole picture in memory.
      return image.png({ palette: isPalette && found.width * found.height <= maxPalettePixels });
    case 'image/jpeg':
      return image.jpeg({ quality: 88, optimiseCoding: false }); // which would keep the whole picture in memory
    case 'image/gif':
      return image.gif({ effort: 4, keepDuplicateFrames: true });
    case 'image/webp':
      return image.webp({ quality: 88, effort: 3, lossless: !Buffer.from(bytes).includes('VP8 ') });
  }
}
