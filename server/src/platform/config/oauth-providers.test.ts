import { expect, test } from 'vitest';
import { oauthProviders } from './oauth-providers.ts';

const client = { clientId: 'postrider', clientSecret: 'hidden' };
const read = (...providers: object[]) => oauthProviders.parse(JSON.stringify(providers));

test('a provider is a preset, or an issuer under an id and a name of its own (D-1107)', () => {
  const [google, github, corp] = read(
    { id: 'google', preset: 'google', ...client },
    { id: 'hub', preset: 'github', name: 'Our hub', ...client },
    { id: 'corp', name: 'Acme login', issuer: 'https://login.acme.example', ...client },
  );

  expect(google).toEqual({
    id: 'google',
    name: 'Google',
    kind: 'oidc',
    issuer: 'https://accounts.google.com',
    ...client,
  });
  expect(github).toMatchObject({ id: 'hub', name: 'Our hub', kind: 'github', api: 'https://api.github.com' });
  expect(corp).toMatchObject({ id: 'corp', name: 'Acme login', kind: 'oidc', issuer: 'https://login.acme.example' });
});

test.each([
  ['an unknown preset', { id: 'x', preset: 'other', ...client }],
  ['an id with a space', { id: 'a b', preset: 'google', ...client }],
  ['no secret', { id: 'google', preset: 'google', clientId: 'postrider' }],
  ['an issuer without a name', { id: 'corp', issuer: 'https://login.acme.example', ...client }],
])('%s is refused', (_what, provider) => {
  expect(() => read(provider)).toThrow();
});
