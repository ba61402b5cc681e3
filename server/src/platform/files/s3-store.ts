import type { S3Client } from '@aws-sdk/client-s3';
import { loadOnce } from '#platform/load-once';
import { type FileStore, FileTooLarge } from './file-store.ts';

export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  /** Of a service other than Amazon's. */
  readonly endpoint: string | null;
  /** Null: the usual places where the SDK looks for them. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  readonly publicUrl: string | null;
}

interface S3Service {
  readonly sdk: typeof import('@aws-sdk/client-s3');
  readonly client: S3Client;
}

type ImportSdk = () => Promise<S3Service['sdk']>;

const forEver = 'public, max-age=31536000, immutable';

/** Files in a bucket of Amazon S3, or of a service that speaks the same. */
export function s3Store(options: S3Options, importSdk: ImportSdk = () => import('@aws-sdk/client-s3')): FileStore {
  // Why loaded when needed: the SDK is large, and most installations never need it.
  const { get: service, close } = loadOnce(() => loadService(options, importSdk));
  const { bucket: Bucket, publicUrl } = options;
  return {
    async put(Key, Body, ContentType) {
      const { sdk, client } = await service();
      await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body, ContentType, CacheControl: forEver }));
    },
    async read(Key, maxBytes) {
      const { sdk, client } = await service();
      const found = await client.send(new sdk.GetObjectCommand({ Bucket, Key })).catch((error: unknown) => {
        if (error instanceof sdk.NoSuchKey) return null;
        throw error;
      });
      if (!found?.Body) return null;
      if ((found.ContentLength ?? Number.POSITIVE_INFINITY) > maxBytes) throw new FileTooLarge(Key);
      return Buffer.from(await found.Body.transformToByteArray());
    },
    async remove(Key) {
      const { sdk, client } = await service();
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
    },
    publicUrl: (key) => publicUrl && `${publicUrl}/${key}`,
    close: () => void close(({ client }) => client.destroy()),
  };
}

async function loadService({ region, endpoint, credentials }: S3Options, importSdk: ImportSdk): Promise<S3Service> {
  const sdk = await importSdk();
  const client = new sdk.S3Client({
    region,
    maxAttempts: 3, // a repeat stores the same bytes under the same key
    // Why: services other than Amazon's refuse checksums they do not know, and have no host name for each bucket.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  });
  return { sdk, client };
}
