import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Profile {
  sub: string;
  email: string;
  email_verified: boolean;
  name?: string;
}

export interface SignInProvider {
  /** The setting that makes an instance use it, under the id `corp`. */
  readonly setting: string;
  /** Somebody signs in at the address the instance sent the browser to; what the browser goes back with. */
  signIn(location: string, profile: Profile): URLSearchParams;
  close(): void;
}

interface Grant {
  profile: Profile;
  nonce: string;
  challenge: string;
  redirectUri: string;
}

const client = { clientId: 'postrider', clientSecret: 'a secret of the provider' };

/** A small but real OpenID Connect issuer: discovery, keys, and a token endpoint that checks what it is given. */
export async function openSignInProvider(): Promise<SignInProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const grants = new Map<string, Grant>();
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the provider has no port');
  const issuer = `http://127.0.0.1:${address.port}`;

  const discovery = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const told = await reply(request);
    response.writeHead(told === null ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(told ?? { error: 'invalid_grant' }));
  }

  async function reply(request: IncomingMessage): Promise<object | null> {
    if (request.url === '/.well-known/openid-configuration') return discovery;
    if (request.url === '/keys')
      return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' }] };
    return request.url === '/token' ? tokens(new URLSearchParams(await text(request))) : null;
  }

  function tokens(sent: URLSearchParams): object | null {
    const grant = grants.get(sent.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    if (!grant || grant.challenge !== challenge || grant.redirectUri !== sent.get('redirect_uri')) return null;
    grants.delete(sent.get('code') ?? '');
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: issuer,
      aud: client.clientId,
      iat: now,
      exp: now + 300,
      nonce: grant.nonce,
      ...grant.profile,
    };
    const body = `${encoded({ alg: 'RS256', kid: '1' })}.${encoded(claims)}`;
    const signature = sign('sha256', Buffer.from(body), privateKey).toString('base64url');
    return { access_token: randomUUID(), token_type: 'bearer', id_token: `${body}.${signature}` };
  }

  return {
    setting: JSON.stringify([{ id: 'corp', name: 'Acme login', issuer, ...client }]),
    signIn(location, profile) {
      const asked = new URL(location).searchParams;
      const code = randomUUID();
      grants.set(code, {
        profile,
        nonce: asked.get('nonce') ?? '',
        challenge: asked.get('code_challenge') ?? '',
        redirectUri: asked.get('redirect_uri') ?? '',
      });
      return new URLSearchParams({ code, state: asked.get('state') ?? '' });
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
