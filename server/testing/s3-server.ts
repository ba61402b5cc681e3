import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

interface S3Server {
  run(): Promise<{ readonly port: number }>;
  close(): Promise<void>;
}

type S3ServerClass = new (options: object) => S3Server;

const bucket = 'images';

/** A server that speaks the protocol of Amazon S3 and checks signatures; stopped after the test. Returns the settings for it. */
export async function startS3Server(): Promise<Record<string, string>> {
  const directory = await temporaryFolder();
  // @ts-expect-error: it has no types
  const { default: Server } = (await import('@20minutes/s3rver')) as { default: S3ServerClass };
  const server = new Server({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  onTestFinished(() => server.close());
  return {
    STORAGE: 's3',
    S3_BUCKET: bucket,
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
}

/** Removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'postrider-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
