import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { OAuthProvider } from '#platform/config';
import { equalInConstantTime } from '#platform/crypto';
import type { SignInProvider } from './sign-in-provider.ts';

type GithubSettings = Extract<OAuthProvider, { kind: 'github' }>;

const Token = z.object({ access_token: z.string() });
const Person = z.object({ id: z.number(), login: z.string(), name: z.string().nullish() });
const Addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub and its self-hosted editions: OAuth 2 without OpenID Connect; the profile comes from their API. */
export function githubProvider(settings: GithubSettings): SignInProvider {
  const { host, api, clientId, clientSecret } = settings;
  return {
    async start(redirectUri, { state, verifier }) {
      const url = new URL(`${host}/login/oauth/authorize`);
      url.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'read:user user:email',
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString();
      return url;
    },
    async finish(returned, redirectUri, { state, verifier }) {
      const code = returned.searchParams.get('code');
      if (!code || !equalInConstantTime(returned.searchParams.get('state') ?? '', state)) {
        throw new Error('the answer does not belong to this sign-in');
      }
      const { access_token } = await requestJson(Token, `${host}/login/oauth/access_token`, {
        method: 'POST',
        body: new URLSearchParams({
          client_id: clientId,
          client_secret: clientSecret,
          code,
          redirect_uri: redirectUri,
          code_verifier: verifier,
        }),
      });
      const headers = { authorization: `Bearer ${access_token}` };
      const person = await requestJson(Person, `${api}/user`, { headers });
      const address = (await requestJson(Addresses, `${api}/user/emails`, { headers })).find(({ primary }) => primary);
      return {
        subject: String(person.id),
        email: address?.email ?? null,
        isEmailVerified: address?.verified ?? false,
        name: person.name ?? person.login,
      };
    },
  };
}

interface RequestOptions {
  method?: string;
  body?: URLSearchParams;
  headers?: Record<string, string>;
}

async function requestJson<T>(shape: z.ZodType<T>, url: string, { headers, ...rest }: RequestOptions): Promise<T> {
  const reply = await fetch(url, {
    ...rest,
    headers: { accept: 'application/json', 'user-agent': 'postrider', ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  });
  if (!reply.ok) throw new Error(`the provider answered ${reply.status}`);
  return shape.parse(await reply.json());
}
