import { expect, test } from 'vitest';
import { loadConfig } from '#platform/config';
import { newSecrets, openSecrets, sealSecrets } from './sign-in-secrets.ts';

const old = 'a secret of more than 32 characters';
const configOf = (settings: Record<string, string>) => loadConfig({ DATABASE_URL: 'postgres://unused', ...settings });

test('a sign-in that was started before SECRET_KEY was changed can be finished', () => {
  const [secrets, now] = [newSecrets(), new Date()];
  const cookie = sealSecrets(configOf({ SECRET_KEY: old }), 'corp', secrets, now);
  const next = { SECRET_KEY: 'another secret of 32 characters!' };

  expect(openSecrets(configOf({ ...next, SECRET_KEYS_OLD: old }), 'corp', cookie, now)).toEqual(secrets);
  expect(() => openSecrets(configOf(next), 'corp', cookie, now)).toThrow();
});
