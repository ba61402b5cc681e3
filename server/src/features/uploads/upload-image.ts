import { type ProjectContext, perApp } from '#platform/context';
import type { UploadedFile } from '#platform/http';
import { type ImageProblem, type RewrittenImage, rewriteImage, sniffImage } from '#platform/images';
import { Invalid, type Refusal } from '#platform/refusals';
import { Shares } from '#platform/shares';
import { limits } from '#pure/limits';
import { cut } from '#pure/text';
import { newFileKey } from './file-key.ts';
import { maxBytesOf } from './max-bytes.ts';
import { StorageDisabled, StorageFull } from './refusals.ts';
import { storeFile } from './store-file.ts';

export interface Upload {
  readonly url: string;
  readonly key: string;
  readonly filename: string;
  readonly contentType: RewrittenImage['type'];
  readonly size: number;
  readonly width: number;
  readonly height: number;
}

/** Where images wait for their turn to be written again. */
export const imageSlots = perApp(
  () => new Shares({ slots: limits.imagesAtOncePerProcess, maxPerOwner: () => limits.imagesAtOncePerProject }),
);

/** Writes an image again and keeps it under a random name. */
export async function uploadImage(ctx: ProjectContext, file: UploadedFile): Promise<Upload> {
  if (ctx.config.STORAGE === 'none') throw StorageDisabled();
  const { handle, usedBytes } = await loadSpace(ctx);
  if (usedBytes >= maxBytesOf(ctx.config)) throw StorageFull(maxBytesOf(ctx.config), usedBytes);
  const image = await rewritten(ctx, file.bytes);
  const { type, bytes, width, height } = image;
  // Also here: bytes that cannot get a row are not stored. The row's own guard decides.
  if (usedBytes + bytes.length > maxBytesOf(ctx.config)) throw StorageFull(maxBytesOf(ctx.config), usedBytes);
  const key = newFileKey(ctx.config, handle, type);
  await storeFile(ctx, { key, type, bytes });
  return {
    url: ctx.files?.publicUrl(key) ?? `${ctx.config.BASE_URL}/files/${key}`,
    key,
    filename: cut(file.name, limits.imageNameCharacters),
    contentType: type,
    size: bytes.length,
    width,
    height,
  };
}

async function loadSpace(ctx: ProjectContext): Promise<{ handle: string; usedBytes: number }> {
  const { handle, bytes } = await ctx.read(({ db, projectId }) =>
    db
      .selectFrom('projects as p')
      .leftJoin('uploadTotals as t', 't.projectId', 'p.id')
      .select(['p.handle', 't.bytes'])
      .where('p.id', '=', projectId)
      .executeTakeFirstOrThrow(),
  );
  return { handle, usedBytes: Number(bytes ?? 0) };
}

async function rewritten(ctx: ProjectContext, bytes: Buffer): Promise<RewrittenImage> {
  const type = sniffImage(bytes);
  if (!type) throw problem('custom', 'The file must be a PNG, JPEG, GIF or WebP image.');
  const outcome = await imageSlots(ctx).within(ctx.projectId, () => rewriteImage(bytes, type), {
    withinMs: limits.imageWaitSeconds * 1_000,
    signal: ctx.stopping,
  });
  ctx.log.debug({ kind: outcome.kind, bytes: bytes.length, peakBytes: outcome.peakBytes }, 'image rewritten');
  if (outcome.kind === 'rewritten') return outcome.image;
  throw problem(outcome.problem === 'size' ? 'too_big' : 'custom', messages[outcome.problem]);
}

const messages: Record<ImageProblem, string> = {
  damaged: 'The image is damaged or not complete.',
  pixels: `An image has at most ${limits.imagePixels} pixels, a GIF or WebP image ${limits.gifAndWebpPixels}, and an animation ${limits.animationPixels} in all frames.`,
  size: `Written again, the image would have more than ${limits.writtenImageBytes} bytes.`,
  memory: 'The image takes too much memory to decode. Save it with fewer pixels.',
  time: 'The image takes too long to decode. Save it with fewer pixels or frames.',
};

const problem = (code: string, message: string): Refusal => Invalid([{ field: 'image', code, message }]);
