import { expect, test } from 'vitest';
import { s3Store } from './s3-store.ts';

test('an SDK that could not be loaded is loaded by the next call', async () => {
  let loads = 0;
  const bucket = { bucket: 'files', region: 'eu-west-1', endpoint: null, credentials: null, publicUrl: null };
  const store = s3Store(bucket, async () => {
    loads += 1;
    throw new Error('no file');
  });

  for (let call = 1; call <= 2; call += 1) {
    await expect(store.read('key', 1)).rejects.toThrow('no file');
    expect(loads).toBe(call);
  }
  store.close(); // of what was never there
});
