import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendRequest } from './client.ts';

/** The profile of the next person who signs in. */
export interface SignInPerson {
  subject: string;
  email: string;
  isVerified: boolean;
  name?: string;
}

/** A sign-in provider on this machine with the real wire format. */
export interface SignInServer {
  readonly url: string;
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  person: SignInPerson;
  /** Overrides the claims of the next id token, to try forgeries. */
  claims: Record<string, unknown>;
  /** Follows the browser's redirect as the person would; returns the address that the browser returns to. */
  consent(location: string): Promise<string>;
  close(): Promise<void>;
}

interface AuthorizationGrant {
  challenge: string;
  nonce: string | null;
  redirectUri: string;
}

const client = { clientId: 'postrider', clientSecret: 'client-secret' };

/** OpenID Connect: discovery, authorisation, token with a signed id token, keys. */
export async function startOidcServer(person: SignInPerson): Promise<SignInServer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const grants = new Map<string, AuthorizationGrant>();
  const { server, url } = await listening((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url());
    if (pathname === '/.well-known/openid-configuration') return json(response, discovery(url()));
    if (pathname === '/authorize') return authorize(response, searchParams, grants);
    if (pathname === '/jwks') {
      return json(response, {
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }],
      });
    }
    return void token(request, grants, isBasicOrPost).then((grant) => {
      if (!grant) return json(response, { error: 'invalid_grant' }, 400);
      const now = Math.floor(Date.now() / 1_000);
      const { subject: sub, email, isVerified, name } = provider.person;
      const claims = {
        iss: url(),
        aud: client.clientId,
        sub,
        email,
        email_verified: isVerified,
        name,
        nonce: grant.nonce,
      };
      const idToken = signed({ ...claims, iat: now, exp: now + 300, ...provider.claims });
      return json(response, { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: idToken });
    });
  });
  const signed = (claims: object): string => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part({ alg: 'RS256', kid: 'k1', typ: 'JWT' })}.${part(claims)}`;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`;
  };
  const provider = signInServer(server, url(), person);
  return provider;
}

/** GitHub's flow: authorisation, token, and the two calls that return the profile. */
export async function startGithubServer(person: SignInPerson): Promise<SignInServer> {
  const grants = new Map<string, AuthorizationGrant>();
  const tokens = new Set<string>();
  const { server, url } = await listening((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url());
    if (pathname === '/login/oauth/authorize') return authorize(response, searchParams, grants);
    if (pathname === '/login/oauth/access_token') {
      return void token(request, grants, isBasicOrPost).then((grant) => {
        if (!grant) return json(response, { error: 'bad_verification_code' });
        const accessToken = `gho_${randomUUID()}`;
        tokens.add(accessToken);
        return json(response, { access_token: accessToken, token_type: 'bearer', scope: 'read:user,user:email' });
      });
    }
    if (!tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? '')) return json(response, {}, 401);
    const { subject, email, isVerified, name } = provider.person;
    if (pathname === '/user') return json(response, { id: Number(subject), login: 'octo', name: name ?? null });
    return json(response, [
      { email: 'other@example.com', primary: false, verified: true, visibility: null },
      { email, primary: true, verified: isVerified, visibility: 'private' },
    ]);
  });
  const provider = signInServer(server, url(), person);
  return provider;
}

async function listening(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return { server, url: () => `http://127.0.0.1:${port}` };
}

const signInServer = (server: Server, url: string, person: SignInPerson): SignInServer => ({
  client,
  url,
  person,
  claims: {},
  async consent(location) {
    const { headers } = await sendRequest(location, { method: 'GET', path: '' });
    return headers.location ?? '';
  },
  close: () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
});

const discovery = (url: string): object => ({
  issuer: url,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  jwks_uri: `${url}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
});

function authorize(response: ServerResponse, query: URLSearchParams, grants: Map<string, AuthorizationGrant>): void {
  const code = randomUUID();
  const redirectUri = query.get('redirect_uri') ?? '';
  grants.set(code, { challenge: query.get('code_challenge') ?? '', nonce: query.get('nonce'), redirectUri });
  const back = new URL(redirectUri);
  back.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString();
  response.writeHead(302, { location: back.href }).end();
}

/** The grant of a code, once, for the client and the PKCE verifier it was given to. */
async function token(
  request: IncomingMessage,
  grants: Map<string, AuthorizationGrant>,
  isClient: (request: IncomingMessage, body: URLSearchParams) => boolean,
): Promise<AuthorizationGrant | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // a request without an encoding gives buffers
  const body = new URLSearchParams(Buffer.concat(chunks).toString());
  const code = body.get('code') ?? '';
  const grant = grants.get(code);
  grants.delete(code);
  const challenge = createHash('sha256')
    .update(body.get('code_verifier') ?? '')
    .digest('base64url');
  const fits = grant?.challenge === challenge && grant.redirectUri === body.get('redirect_uri');
  return fits && isClient(request, body) ? grant : null;
}

function isBasicOrPost(request: IncomingMessage, body: URLSearchParams): boolean {
  const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64');
  if (request.headers.authorization) return request.headers.authorization === `Basic ${basic}`;
  return body.get('client_id') === client.clientId && body.get('client_secret') === client.clientSecret;
}

const json = (response: ServerResponse, body: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
