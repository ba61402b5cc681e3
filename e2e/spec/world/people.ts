import assert from 'node:assert/strict';
import { bearer, type Client, type Reply } from '@postrider/server/testing/client';
import type { Sql } from '../instance/database.ts';

export const password = 'correct horse battery';

/** A signed-in person, as their browser would call. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
  readonly api: Client;
}

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly public: string;
  readonly secret: string;
}

/** A person with a project of their own. */
export interface Owner extends Person {
  readonly project: Project;
  /** Calls with the secret key. */
  readonly key: Client;
  /** Calls with the session, inside the project. */
  readonly inside: Client;
}

export interface People {
  /** A new person whose address is verified, unless `isVerified` is false. */
  person(options?: { isVerified?: boolean; name?: string }): Promise<Person>;
  owner(options?: { isVerified?: boolean }): Promise<Owner>;
  /** A person who is signed in, from a reply that set the cookie. */
  signedIn(reply: Reply, email: string): Person;
}

let emailCount = 0;
export const newEmail = (word = 'person'): string => {
  emailCount += 1;
  return `${word}-${emailCount}@people.example`;
};

/** Makes people through the API; only their verification mail is not waited for. */
export function peopleOf(newClient: () => Client, sql: Sql): People {
  async function signUp(body: object, isVerified: boolean): Promise<Reply> {
    const reply = await newClient().post('/auth/signup', { password, ...body });
    assert.equal(reply.status, 201, reply.text);
    if (isVerified) {
      await sql('update users set email_verified_at = now(), is_address_proven = true where id = $1', [reply.body.id]);
    }
    return reply;
  }

  const people: People = {
    async person({ isVerified = true, name } = {}) {
      const email = newEmail();
      return people.signedIn(await signUp({ email, name }, isVerified), email);
    },
    async owner({ isVerified = true } = {}) {
      const email = newEmail('owner');
      const reply = await signUp({ email, projectName: `Project ${emailCount}` }, isVerified);
      const person = people.signedIn(reply, email);
      const { project } = reply.body;
      const inside = person.api.with({ 'x-project-id': project.id });
      return { ...person, project, inside, key: newClient().with(bearer(project.secret)) };
    },
    signedIn(reply, email) {
      const cookie = cookieOf(reply);
      const api = newClient().with({ cookie, 'sec-fetch-site': 'same-origin' });
      return { id: reply.body?.id, email, password, cookie, api };
    },
  };
  return people;
}

/** The cookie pair that a reply set. */
export function cookieOf(reply: Reply): string {
  const [line = ''] = reply.headers['set-cookie'] ?? [];
  const [pair = ''] = line.split(';');
  assert.match(pair, /^session=.+/, `no session cookie in ${JSON.stringify(reply.headers['set-cookie'])}`);
  return pair;
}
