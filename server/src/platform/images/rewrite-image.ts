import { type ChildProcess, fork } from 'node:child_process';
import { programFile } from '#platform/program-files';
import { limits } from '#pure/limits';
import type { ImageJob, ImageOutcome } from './image-job.ts';
import type { ImageType } from './image-type.ts';

/** Why not 300 MB, which a child never takes: it looks every 5 ms, and may have taken some more since. */
const maxMemoryBytes = 285 * 1024 * 1024;

/** Why fewer for two types: their writers hold the whole picture several times. */
const maxPixels: ImageJob['maxPixels'] = {
  'image/png': limits.imagePixels,
  'image/jpeg': limits.imagePixels,
  'image/gif': limits.gifAndWebpPixels,
  'image/webp': limits.gifAndWebpPixels,
};

/**
 * Decodes an image and writes it again, so that nothing is kept but its pixels. Why a process for each: a small file can cost
 * hundreds of megabytes, decoders crash, and both must end with it. It gets no environment, so that no secret is in its own
 * memory; it is no sandbox.
 */
export async function rewriteImage(bytes: Buffer, type: ImageType): Promise<ImageOutcome> {
  const child = fork(programFile('image-child'), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: ['--max-old-space-size=64'],
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2', VIPS_CONCURRENCY: '1' },
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), limits.imageSeconds * 1_000);
  try {
    const job: ImageJob = {
      bytes,
      type,
      maxPixels,
      maxFramePixels: limits.animationPixels,
      maxFrames: limits.imageFrames,
      maxWrittenBytes: limits.writtenImageBytes,
      maxMemoryBytes,
    };
    return await outcomeOf(child, job);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

function outcomeOf(child: ChildProcess, job: ImageJob): Promise<ImageOutcome> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('message', (outcome) => resolve(received(outcome as ImageOutcome))); // written by our own program
    // Why not `exit`: it may come before the last message, when another child has ended at the same moment.
    child.once('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve({ kind: 'refused', problem: 'time', peakBytes: 0 });
      // Why refused: a decoder that crashes does so because of the image, and so it would again.
      else if (signal) resolve({ kind: 'refused', problem: 'damaged', peakBytes: 0 });
      else reject(new Error(`the process that rewrites an image ended with ${code}`));
    });
    child.send(job, (error) => error && reject(error));
  });
}

/** Bytes arrive without the methods of a Buffer. */
function received(outcome: ImageOutcome): ImageOutcome {
  if (outcome.kind !== 'rewritten') return outcome;
  const { bytes } = outcome.image;
  return { ...outcome, image: { ...outcome.image, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) } };
}
