import { expect, test } from 'vitest';
import { anotherProcess } from '#testing';
import { ownProviderSetup } from '#testing/own-provider-setup';
import { rotate } from './rotate.ts';

test('the secret of a provider outlives a change of SECRET_KEY once it is sealed again', async () => {
  const [first, second] = ['first-secret-of-more-than-32-characters', 'second-secret-of-more-than-32-characters'];
  const setup = await ownProviderSetup({ SECRET_KEY: first });
  await setup.put();
  const restarted = async (SECRET_KEY: string, SECRET_KEYS_OLD = '') => {
    const settings = {
      ...{ DNS_RESOLVERS: setup.zone.address, PROVIDER_ALLOWED_NETWORKS: `127.0.0.1:${setup.own.port}` },
      ...{ SECRET_KEY, SECRET_KEYS_OLD },
    };
    return (await anotherProcess(setup.app, settings)).services.config;
  };
  const [before] = await setup.rows('select id, secret from own_providers');

  const report = await rotate(await restarted(second, first));
  const [after] = await setup.rows('select id, secret from own_providers');
  const alone = await rotate(await restarted(second));

  expect(report.lines).toContain('secrets of mail providers: 1 looked at, 1 sealed anew, 0 unreadable.');
  expect(after.id).toBe(before.id);
  expect(after.secret).not.toBe(before.secret);
  expect(alone.lines).toContain('secrets of mail providers: 1 looked at, 0 sealed anew, 0 unreadable.');
  const lost = await rotate(await restarted('third-secret-of-more-than-32-characters'));
  expect(lost).toMatchObject({ isComplete: false });
  expect(lost.lines.join()).toContain(`mail provider of ${setup.project.id}`);
});
