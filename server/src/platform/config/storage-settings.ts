import { z } from 'zod';
import { oneOf, optionalText, setting, text, url, whole } from './setting.ts';

const uploads = { group: 'Uploads' };
const optionalUrl = optionalText.pipe(url.nullable());

/** Where uploaded images are kept. */
export const storageSettings = {
  STORAGE: setting(
    oneOf(['database', 'disk', 's3', 'none']),
    'Where uploaded images are kept. `database` needs nothing else and is in every backup; `disk` is `STORAGE_FOLDER`; `s3` a bucket; with `none` nobody can upload. After a change, copy the files: `docs/operating/uploads.md`.',
    { ...uploads, fallback: 'database' },
  ),
  STORAGE_FOLDER: setting(
    optionalText.pipe(z.string().regex(/^\//, 'an absolute path').nullable()),
    'Folder of `STORAGE=disk`. All processes must see the same one.',
    { ...uploads, fallback: '' },
  ),
  S3_BUCKET: setting(optionalText, 'Bucket of `STORAGE=s3`. It need not be public.', { ...uploads, fallback: '' }),
  S3_REGION: setting(text.regex(/^[a-z0-9-]+$/, 'a region'), 'Its region.', { ...uploads, fallback: 'us-east-1' }),
  S3_ENDPOINT: setting(optionalUrl, "Address of a service other than Amazon's that speaks the same protocol.", {
    ...uploads,
    fallback: '',
  }),
  S3_ACCESS_KEY_ID: setting(
    optionalText,
    'Key for the bucket. Empty: the usual places of Amazon, such as the role of the machine.',
    { ...uploads, fallback: '' },
  ),
  S3_SECRET_ACCESS_KEY: setting(optionalText, 'Secret of that key.', { ...uploads, fallback: '', isSecret: true }),
  S3_PUBLIC_URL: setting(
    optionalUrl,
    'Address under which readers find the files of the bucket, such as that of a CDN. Empty: this instance serves them. Files there stay readable when a project is disabled.',
    { ...uploads, fallback: '' },
  ),
  UPLOAD_MB_PER_PROJECT: setting(
    whole(1, 1_048_576),
    'Megabytes (of 1,048,576 bytes) of images that a project may keep, as they are stored.',
    { ...uploads, fallback: '1024' },
  ),
} as const;

type StorageNames = 'STORAGE' | 'STORAGE_FOLDER' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY';

/** What one setting demands of another. */
export function storageProblems(values: Readonly<Record<StorageNames, string | null>>): string[] {
  const demand = (name: StorageNames, because: string): string[] =>
    values[name] === null ? [`${name} is required with ${because}.`] : [];
  return [
    ...(values.STORAGE === 'disk' ? demand('STORAGE_FOLDER', 'STORAGE=disk') : []),
    ...(values.STORAGE === 's3' ? demand('S3_BUCKET', 'STORAGE=s3') : []),
    ...(values.S3_ACCESS_KEY_ID === null ? [] : demand('S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID')),
  ];
}
