import type { Client } from '../../server/testing/client.ts';
import { plantedClient, sendPlanted } from '../../server/testing/log-search.ts';

export interface SignedUpProject {
  readonly id: string;
  readonly publicKey: string;
  readonly secretKey: string;
  /** A client with the session of its owner. */
  readonly owner: Client;
}

/** A person with a project, made by signing up. */
export async function signUp(url: string, name: string): Promise<SignedUpProject> {
  const from = { 'sec-fetch-site': 'same-origin' };
  const body = { email: `${name}@example.com`, password: 'a-password-of-the-proof-runs', projectName: name };
  const reply = await sendPlanted(url, { method: 'POST', path: '/auth/signup', headers: from, body });
  const cookie = String(reply.headers['set-cookie']?.[0]).split(';')[0] ?? '';
  const { id, public: publicKey, secret: secretKey } = reply.body.project;
  return { id, publicKey, secretKey, owner: plantedClient(url, { ...from, cookie }) };
}
