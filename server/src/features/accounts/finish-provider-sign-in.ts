import type { OpenCall } from '#platform/identity';
import { oauthCookieName } from './cookies.ts';
import { providerOf, providerSettings, redirectUriOf } from './providers.ts';
import type { ProviderProfile } from './sign-in-provider.ts';
import { openSecrets } from './sign-in-secrets.ts';

export type ProviderResult =
  | { readonly kind: 'profile'; readonly profile: ProviderProfile }
  | { readonly kind: 'refused'; readonly error: 'denied' | 'failed' };

/** Completes the sign-in with the callback's parameters. The cause of a failure is logged, never shown. */
export async function finishProviderSignIn(
  call: OpenCall,
  id: string,
  returned: Readonly<Record<string, string>>,
): Promise<ProviderResult> {
  const settings = providerSettings(call.config, id);
  if (returned.error === 'access_denied') return { kind: 'refused', error: 'denied' };
  try {
    // By the database's clock: the process that sealed the cookie may have another one.
    const now = await call.read(async (reader) => reader.now);
    const secrets = openSecrets(call.config, id, call.cookies[oauthCookieName(call.config)], now);
    const redirectUri = redirectUriOf(call.config, settings);
    const url = new URL(`?${new URLSearchParams(returned).toString()}`, redirectUri);
    return { kind: 'profile', profile: await providerOf(settings).finish(url, redirectUri, secrets) };
  } catch (error) {
    call.log.warn({ error, provider: id }, 'sign-in with a provider failed');
    return { kind: 'refused', error: 'failed' };
  }
}
