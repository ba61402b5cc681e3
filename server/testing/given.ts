import type { RunningApp } from '../src/app/index.ts';
import { createUser } from '../src/features/accounts/create-user.ts';
import { startSession } from '../src/features/accounts/session.ts';
import { createProject } from '../src/features/projects/create-project.ts';
import { instanceContext, type ProjectId } from '../src/platform/context/index.ts';
import { hashPassword } from '../src/platform/crypto/index.ts';
import { sessionCookieName } from '../src/platform/http/index.ts';
import type { Role, UserId } from '../src/platform/identity/index.ts';
import { type Client, clientOf } from './client.ts';
import { plant, sendPlanted } from './log-search.ts';
import { unlessBusy } from './unless-busy.ts';

export interface GivenUser {
  id: UserId;
  email: string;
  /** What their browser sends with every request. */
  headers: Record<string, string>;
  /** A client with this person's session, as the dashboard would call. */
  client: Client;
  /** The same inside one project. */
  in(projectId: string): Client;
}

export interface GivenProject {
  id: ProjectId;
  name: string;
  publicKey: string;
  secretKey: string;
  owner: GivenUser;
}

/** Builders: each creates what it depends on and takes only what the test is about. */
export interface Given {
  user(options?: { email?: string; isVerified?: boolean; password?: string }): Promise<GivenUser>;
  project(options?: { name?: string; owner?: GivenUser }): Promise<GivenProject>;
  member(project: GivenProject, role: Role): Promise<GivenUser>;
}

let counter = 0;

export function givenOf(app: RunningApp): Given {
  const ctx = instanceContext(app.services);
  const cookie = sessionCookieName(app.services.config.BASE_URL);
  const given: Given = {
    async user(options = {}) {
      counter += 1;
      const email = options.email ?? `person-${process.pid}-${counter}@example.com`;
      const isVerified = options.isVerified ?? true;
      const passwordHash = options.password ? await hashPassword(options.password) : null;
      const { id, token } = await ctx.transaction(async (tx) => {
        const person = { email, name: null, passwordHash, isVerified, isAddressProven: isVerified };
        const user = await createUser(tx, person);
        return {
          id: user.id,
          token: await startSession(tx, ctx.config, user.id, { address: '127.0.0.1', userAgent: null }),
        };
      });
      const headers = { cookie: `${cookie}=${token}`, 'sec-fetch-site': 'same-origin' };
      plant(token);
      const client = clientOf((call) => unlessBusy(() => sendPlanted(app.url ?? '', call)), headers);
      return { id, email, headers, client, in: (projectId) => client.with({ 'x-project-id': projectId }) };
    },
    async project(options = {}) {
      const owner = options.owner ?? (await given.user());
      const name = options.name ?? 'Acme';
      const { id, keys } = await ctx.transaction((tx) => createProject(tx, ctx.config, owner.id, { name }));
      plant(keys.secret);
      return { id, name, owner, publicKey: keys.public, secretKey: keys.secret };
    },
    async member(project, role) {
      const user = await given.user();
      await ctx.transaction((tx) =>
        tx.db
          .insertInto('memberships')
          .values({ projectId: project.id, userId: user.id, role, joinedAt: tx.now })
          .execute(),
      );
      return user;
    },
  };
  return given;
}
