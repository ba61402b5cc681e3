import type { Configuration } from 'openid-client';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
} from 'openid-client';
import type { OAuthProvider } from '#platform/config';
import type { Profile, SignInProvider } from './sign-in-provider.ts';

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

function profileOf(subject: string, said: Readonly<Record<string, unknown>>): Profile {
  return {
    subject,
    email: typeof said.email === 'string' ? said.email : null,
    isEmailVerified: said.email_verified === true || said.email_verified === 'true', // some providers send text
    name: typeof said.name === 'string' ? said.name : null,
  };
}

const keptMilliseconds = 10 * 60 * 1_000;
const known = new WeakMap<OidcSettings, { at: number; configuration: Promise<Configuration> }>();

/** The discovery document is asked for again after ten minutes, and at once after a failure. */
function configurationOf(settings: OidcSettings): Promise<Configuration> {
  const kept = known.get(settings);
  if (kept && kept.at > Date.now() - keptMilliseconds) return kept.configuration;
  const configuration = discover(settings);
  known.set(settings, { at: Date.now(), configuration });
  configuration.catch(() => known.delete(settings));
  return configuration;
}

function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const url = new URL(issuer);
  const isLoopback = url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return discovery(url, clientId, clientSecret, undefined, {
    timeout: 10,
    ...(isLoopback ? { execute: [allowInsecureRequests] } : {}),
  });
}
