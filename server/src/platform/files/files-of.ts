import type { Config } from '#platform/config';
import { diskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import { s3Store } from './s3-store.ts';

/** The store that the settings name; null where files are kept in the database, or not at all. */
export function filesOf(config: Config): FileStore | null {
  if (config.STORAGE === 'disk' && config.STORAGE_FOLDER !== null) return diskStore(config.STORAGE_FOLDER);
  if (config.STORAGE !== 's3' || config.S3_BUCKET === null) return null;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  return s3Store({
    bucket: config.S3_BUCKET,
    region: config.S3_REGION,
    endpoint: config.S3_ENDPOINT,
    credentials: accessKeyId !== null && secretAccessKey !== null ? { accessKeyId, secretAccessKey } : null,
    publicUrl: config.S3_PUBLIC_URL,
  });
}
