import { expect, test } from 'vitest';
import { sesIdentities } from './ses-identities.ts';
import { sesTransport } from './ses-transport.ts';

const relay = {
  ...{ region: 'eu-west-1', configurationSet: null, ratePerSecond: null, endpoint: null, ca: null },
  credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' },
};

type FailingLoad = () => Promise<never>;
const users: Record<string, (load: FailingLoad) => { use(): Promise<unknown>; close(): Promise<void> }> = {
  transport(load) {
    const transport = sesTransport(relay, {}, load);
    return { use: () => transport.check(), close: () => transport.close() };
  },
  identities(load) {
    const identities = sesIdentities(relay, load);
    const { signal } = new AbortController();
    return { use: () => identities.ensure('acme.example', null, signal), close: () => identities.close() };
  },
};

test.each(Object.entries(users))('%s: an SDK that could not be loaded is loaded by the next call', async (_, user) => {
  let loads = 0;
  const { use, close } = user(async () => {
    loads += 1;
    throw new Error('no file');
  });

  for (let call = 1; call <= 2; call += 1) {
    const result = await use().catch((error: Error) => error.message);
    expect(JSON.stringify(result)).toContain('no file');
    expect(loads).toBe(call);
  }
  await close(); // of what was never there
});
