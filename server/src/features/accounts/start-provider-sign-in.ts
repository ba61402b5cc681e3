import type { OpenCall } from '#platform/identity';
import { oauthCookie } from './cookies.ts';
import { providerOf, providerSettings, redirectUriOf } from './providers.ts';
import { newSecrets, sealSecrets, signInSeconds } from './sign-in-secrets.ts';

export type SignInError = 'denied' | 'email_unverified' | 'signups_disabled' | 'failed';

export const signInErrorUrl = (baseUrl: string, error: SignInError): string => `${baseUrl}/app/login?error=${error}`;

export interface SignInStart {
  readonly location: string;
  readonly cookie: string;
}

/** Sends the browser to the provider, with secrets that only this browser can return. */
export async function startProviderSignIn(call: OpenCall, id: string): Promise<SignInStart> {
  const settings = providerSettings(call.config, id);
  const secrets = newSecrets();
  try {
    const url = await providerOf(settings).start(redirectUriOf(call.config, settings), secrets);
    const sealed = sealSecrets(call.config, id, secrets, await call.read(async ({ now }) => now));
    return { location: url.href, cookie: oauthCookie(call.config, sealed, signInSeconds) };
  } catch (error) {
    call.log.warn({ error, provider: id }, 'sign-in provider not reachable');
    return { location: signInErrorUrl(call.config.BASE_URL, 'failed'), cookie: oauthCookie(call.config, '', 0) };
  }
}
