import { z } from 'zod';
import { answer, definePageRoute, defineUploadRoute } from '#platform/http';
import { limits } from '#pure/limits';
import { findFile } from './find-file.ts';
import { FileNotFound, StorageAway, StorageDisabled, StorageFull } from './refusals.ts';
import { UploadReply } from './shapes.ts';
import { uploadImage } from './upload-image.ts';

export const image = defineUploadRoute({
  method: 'POST',
  path: '/uploads/image',
  summary: 'Upload an image for the body of a mail',
  description: 'PNG, JPEG, GIF or WebP. It is decoded and written again: only its pixels are kept.',
  access: 'secret',
  upload: { maxBytes: limits.imageBytes, parts: ['image', 'file'] },
  replies: { 201: UploadReply },
  refuses: [StorageFull, StorageDisabled, StorageAway],
  async run(ctx, { file }) {
    return uploadImage(ctx, file);
  },
});

const bytes = z.string().meta({ format: 'binary' });

export const file = definePageRoute({
  method: 'GET',
  path: '/files/:key',
  summary: 'An uploaded image',
  params: z.object({ key: z.string() }),
  produces: 'image/png',
  otherwise: { 'image/jpeg': bytes, 'image/gif': bytes, 'image/webp': bytes },
  replies: { 200: bytes },
  refuses: [FileNotFound, StorageAway],
  async run(call, { params: { key } }) {
    const found = await findFile(call, key);
    return answer(200, found.bytes, {
      'content-type': found.type,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  },
});
