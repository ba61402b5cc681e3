import { instead, limit, megabyte, refused, tooBig } from './limit.ts';

const custom = { code: 'VALIDATION_ERROR', sees: '`custom`', rule: 'D-1030' };

export const uploadLimits = {
  imageBytes: limit(10 * megabyte, 'An image, as it is sent.', tooBig('D-1030')),
  imagePixels: limit(25_000_000, 'Pixels of a PNG or JPEG image.', custom),
  gifAndWebpPixels: limit(8_000_000, 'Pixels of a GIF or WebP image, or of one frame of an animation.', custom),
  animationPixels: limit(50_000_000, 'Pixels of all frames of an animation that are kept.', custom),
  imageFrames: limit(200, 'Frames of an animation.', instead('the first 200 are kept', 'D-1030')),
  writtenImageBytes: limit(20 * megabyte, 'An image, as it is written again.', tooBig('D-1030')),
  imageSeconds: limit(20, 'How long it may take to write an image again.', custom),
  imagesAtOncePerProcess: limit(2, 'Images that a process writes again at once.', refused('OVERLOADED', 'D-1031')),
  imagesAtOncePerProject: limit(1, 'The same for one project in a process.', refused('OVERLOADED', 'D-1031')),
  imageWaitSeconds: limit(5, 'How long an upload waits for its turn.', refused('OVERLOADED', 'D-1031')),
  cachedFileBytes: limit(
    64 * megabyte,
    'Files that a process keeps in memory.',
    instead('those not asked for longest are read again', 'D-1031'),
  ),
  imageNameCharacters: limit(255, '`filename` of an image.', instead('cut', 'D-1030')),
} as const;
