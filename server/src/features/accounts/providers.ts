import type { Config, OAuthProvider } from '#platform/config';
import { githubProvider } from './github-provider.ts';
import { oidcProvider } from './oidc-provider.ts';
import { ProviderNotFound } from './refusals.ts';
import type { SignInProvider } from './sign-in-provider.ts';

export function providerSettings({ OAUTH_PROVIDERS }: Config, id: string): OAuthProvider {
  const found = OAUTH_PROVIDERS.find((provider) => provider.id === id);
  if (!found) throw ProviderNotFound(id);
  return found;
}

export const providerOf = (settings: OAuthProvider): SignInProvider =>
  settings.kind === 'oidc' ? oidcProvider(settings) : githubProvider(settings);

export const redirectUriOf = ({ BASE_URL }: Config, { id }: OAuthProvider): string =>
  `${BASE_URL}/auth/oauth/${id}/callback`;
