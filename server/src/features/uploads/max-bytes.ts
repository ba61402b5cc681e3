import type { Config } from '#platform/config';

/** What the images of a project may have together. */
export const maxBytesOf = ({ UPLOAD_MB_PER_PROJECT }: Pick<Config, 'UPLOAD_MB_PER_PROJECT'>): number =>
  UPLOAD_MB_PER_PROJECT * 1_048_576;
