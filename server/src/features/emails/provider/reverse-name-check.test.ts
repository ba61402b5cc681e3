import { describe, expect, onTestFinished, test } from 'vitest';
import { instanceContext } from '#platform/context';
import { hasKnot, startKnot } from '#testing';
import { testApp } from '#testing/test-app';
import { reverseNameCheck } from './reverse-name-check.ts';

const [host, address] = ['relay.acme.example', '5.9.1.7'];

describe.skipIf(!hasKnot)('against real name servers', () => {
  test('the address of an own relay needs a name that leads back to it', async () => {
    const [forward, backward] = [await startKnot('acme.example'), await startKnot('1.9.5.in-addr.arpa')];
    onTestFinished(async () => void (await Promise.all([forward.close(), backward.close()])));
    const app = await testApp({
      DNS_RESOLVERS: `${forward.address},${backward.address}`,
      MAIL_RELAYS: `smtp://${host}:25,smtp://user:password@elsewhere.acme.example:587,smtp://127.0.0.1:25`,
    });
    const findings = () => reverseNameCheck.run(instanceContext(app.app.services));
    const a = (name: string, value: string) => ({ name, type: 'A' as const, value, priority: null });
    const ptr = (value: string) => ({ name: '7.1.9.5.in-addr.arpa', type: 'PTR' as const, value, priority: null });
    const id = `mail-out.reverse-name:${address}`;

    expect(await findings()).toEqual([]); // it has no address yet
    await forward.serve([a(host, address), a('elsewhere.acme.example', '5.9.1.8')]);
    expect(await findings()).toMatchObject([
      { id, status: 'warn', seen: `${address} (${host}) has no reverse name.`, action: expect.stringContaining(host) },
    ]);
    await backward.serve([ptr('static.acme.example')]);
    expect(await findings()).toMatchObject([
      {
        id,
        status: 'warn',
        seen: `The reverse name of ${address} is static.acme.example, which does not lead back to it.`,
      },
    ]);
    await backward.serve([ptr(host)]);
    expect(await findings()).toMatchObject([
      { id, status: 'pass', seen: `${address} is ${host}, and ${host} is ${address}.` },
    ]);
  });

  test('of several reverse names one that leads back is enough', async () => {
    const [forward, backward] = [await startKnot('acme.example'), await startKnot('1.9.5.in-addr.arpa')];
    onTestFinished(async () => void (await Promise.all([forward.close(), backward.close()])));
    const app = await testApp({
      DNS_RESOLVERS: `${forward.address},${backward.address}`,
      MAIL_RELAYS: `smtp://${host}:25`,
    });
    const ptr = (value: string) => ({ name: '7.1.9.5.in-addr.arpa', type: 'PTR' as const, value, priority: null });
    await forward.serve([{ name: host, type: 'A', value: address, priority: null }]);

    // Names on both sides of the good one, for servers may give them in any order.
    await backward.serve([ptr('a.acme.example'), ptr(host), ptr('z.acme.example')]);
    expect(await reverseNameCheck.run(instanceContext(app.app.services))).toMatchObject([
      { status: 'pass', seen: `${address} is ${host}, and ${host} is ${address}.` },
    ]);
    await backward.serve([ptr('a.acme.example'), ptr('z.acme.example')]);
    expect(await reverseNameCheck.run(instanceContext(app.app.services))).toMatchObject([
      {
        status: 'warn',
        seen: expect.stringMatching(/(?:a\.acme\.example, z\.acme\.example|z\.acme\.example, a\.acme\.example),/),
      },
    ]);
  });

  test('name servers that say nothing are no pass', async () => {
    const forward = await startKnot('acme.example');
    onTestFinished(() => forward.close());
    await forward.serve([{ name: host, type: 'A', value: address, priority: null }]);
    const app = await testApp({ DNS_RESOLVERS: forward.address, MAIL_RELAYS: `smtp://${host}:25` });

    expect(await reverseNameCheck.run(instanceContext(app.app.services))).toMatchObject([{ status: 'unknown' }]);
  });
});
