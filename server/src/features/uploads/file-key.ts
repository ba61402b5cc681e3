import { randomBytes } from 'node:crypto';
import type { Config } from '#platform/config';
import { type ImageType, imageTypes } from '#platform/images';

const pattern = /^1[a-z0-9]{0,8}-([a-z2-7]{8})[0-9a-f]{32}\.(?:png|jpg|gif|webp)$/;

/** A random name. It begins like the links of mails, so that a router in front of several installations reads both alike. */
export const newFileKey = ({ CELL }: Pick<Config, 'CELL'>, handle: string, type: ImageType): string =>
  `1${CELL}-${handle}${randomBytes(16).toString('hex')}.${imageTypes[type]}`;

/** The handle of the project whose file has this key; null for what cannot be a key. */
export const handleOf = (key: string): string | null => pattern.exec(key)?.[1] ?? null;
