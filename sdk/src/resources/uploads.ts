import type { Caller } from '../client/caller.ts';
import { fileForm } from '../client/file-form.ts';
import type { CallOptions } from '../client/settings.ts';

export const uploadsOf = ({ call }: Caller) => ({
  /** Upload an image for the body of a mail. */
  image: (file: Blob, fileName: string, options?: CallOptions) =>
    call('POST /uploads/image', { body: fileForm('image', file, fileName) }, options),
  /** An uploaded image. */
  file: (key: string, options?: CallOptions) => call('GET /files/{key}', { path: { key } }, options),
});

export type UploadsCalls = ReturnType<typeof uploadsOf>;
