import type { Client } from 'pg';

/** Somebody who owns the project and administers the installation, signed in. */
export interface Owner {
  readonly email: string;
  post(path: string, body: unknown): Promise<number>;
}

/** The first to sign up is the administrator; the project becomes theirs. */
export async function signUpOwner(url: string, client: Client, projectId: string): Promise<Owner> {
  const email = 'owner@example.com';
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const body = JSON.stringify({ email, password: 'correct horse battery', projectName: 'Storm' });
  const reply = await fetch(`${url}/auth/signup`, { method: 'POST', headers, body });
  if (!reply.ok) throw new Error(`signing up answered ${reply.status}`);
  const cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await client.query(
    `insert into memberships (project_id, user_id, role, joined_at) select $1, id, 'OWNER', now() from users`,
    [projectId],
  );
  return {
    email,
    async post(path, sent) {
      const asked = { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify(sent) };
      return (await fetch(url + path, asked)).status;
    },
  };
}
