import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
} from 'openid-client';
import type { OAuthProvider } from '#platform/config';
import { Cache } from '#pure/cache';
import type { ProviderProfile, SignInProvider } from './sign-in-provider.ts';

type OidcSettings = Extract<OAuthProvider, { kind: 'oidc' }>;

/** Any OpenID Connect issuer, found by its discovery document. */
export function oidcProvider(settings: OidcSettings): SignInProvider {
  return {
    async start(redirectUri, { state, nonce, verifier }) {
      return buildAuthorizationUrl(await configurationOf(settings), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    },
    async finish(returned, _redirectUri, { state, nonce, verifier }) {
      const configuration = await configurationOf(settings);
      const tokens = await authorizationCodeGrant(configuration, returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('the provider sent no id token');
      if (claims.email !== undefined) return profileOf(claims.sub, claims);
      return profileOf(claims.sub, await fetchUserInfo(configuration, tokens.access_token, claims.sub));
    },
  };
}

function profileOf(subject: string, claims: Readonly<Record<string, unknown>>): ProviderProfile {
  return {
    subject,
    email: typeof claims.email === 'string' ? claims.email : null,
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true', // some providers send text
    name: typeof claims.name === 'string' ? claims.name : null,
  };
}

const configurations = new Cache<OidcSettings, Configuration>({
  maxEntries: 100,
  age: { maxMs: 10 * 60_000, now: Date.now },
});

/** The discovery document is fetched again after ten minutes, and at once after a failure. */
const configurationOf = (settings: OidcSettings): Promise<Configuration> =>
  configurations.load(settings, () => discover(settings));

function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const url = new URL(issuer);
  const isLoopback = url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return discovery(url, clientId, clientSecret, undefined, {
    timeout: 10,
    ...(isLoopback ? { execute: [allowInsecureRequests] } : {}),
  });
}
