import { z } from 'zod';
import type { ImageType } from '#platform/images';

const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const satisfies readonly ImageType[];

export const UploadReply = z.object({
  url: z.string().meta({ description: 'Public; for the bodies of mails.' }),
  key: z.string(),
  filename: z.string().meta({ description: 'As the sender states it; for display.' }),
  contentType: z.enum(types),
  size: z.int().meta({ description: 'Bytes, as the image is stored.' }),
  width: z.int(),
  height: z.int(),
});
