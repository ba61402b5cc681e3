import type { Client } from 'pg';
import { browserAt } from '../../../server/testing/browser.ts';

/** A signed-in person who owns the project and administers the installation. */
export interface SignedInOwner {
  readonly email: string;
  post(path: string, body: unknown): Promise<number>;
}

/** The first to sign up is the administrator; the project becomes theirs. */
export async function signUpOwner(url: string, client: Client, projectId: string): Promise<SignedInOwner> {
  const email = 'owner@example.com';
  const browser = browserAt(url);
  const body = { email, password: 'correct horse battery', projectName: 'Storm' };
  const { status } = await browser.post('/auth/signup', body);
  if (status !== 201) throw new Error(`signing up returned ${status}`);
  await client.query(
    `insert into memberships (project_id, user_id, role, joined_at) select $1, id, 'OWNER', now() from users`,
    [projectId],
  );
  return { email, post: async (path, sent) => (await browser.post(path, sent)).status };
}
