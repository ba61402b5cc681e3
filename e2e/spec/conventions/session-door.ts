import { randomUUID } from 'node:crypto';
import type { Case } from '../entry.ts';
import { it } from '../entry.ts';
import { bearer } from '../world/client.ts';
import { alike, answered, refused } from '../world/expect.ts';
import type { Subject } from './request.ts';
import { ask, isRead } from './request.ts';

/** Who may call an endpoint of class `session`. */
export const sessionDoor = (subject: Subject): Case[] => [
  it('refuses a call without a session', async (world) => {
    refused(await ask(subject, world, world.anyone()), 401, 'UNAUTHORIZED');
    refused(await ask(subject, world, world.anyone().with({ cookie: 'session=dead' })), 401, 'UNAUTHORIZED');
  }),
  it('refuses API keys, even beside a good cookie', async (world) => {
    const { project, api } = await world.own();
    for (const key of [project.secret, project.public, 'sk_nonsense']) {
      refused(await ask(subject, world, world.anyone().with(bearer(key))), 401, 'INVALID_API_KEY');
      refused(await ask(subject, world, api.with(bearer(key))), 401, 'INVALID_API_KEY');
    }
  }),
  ...(isRead(subject) ? [] : [otherSites(subject)]),
];

const otherSites = (subject: Subject): Case =>
  it('refuses a cookie that comes from another site, or does not say from where', async (world) => {
    const { cookie } = await world.own();
    for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      const reply = await ask(subject, world, world.anyone().with({ cookie, ...headers }));
      refused(reply, 403, 'FORBIDDEN', { reason: 'ORIGIN_REFUSED' });
    }
  });

interface Team {
  /** Lowest role that may call; others get ROLE_TOO_LOW. */
  role: 'MEMBER' | 'ADMIN' | 'OWNER';
  whenDisabled: 'works' | 'refused';
}

/** Who may call an endpoint that names a project in its path: team members of a role (D-1123), nobody else. */
export const memberDoor = (subject: Subject, { role, whenDisabled }: Team): Case[] => [
  ...sessionDoor(subject),
  it('does not tell a foreign project from an unknown or malformed one', async (world) => {
    const { project } = await world.own();
    const unknown = randomUUID();
    const asked = [unknown, world.strangersProject, 'nonsense'];
    const replies = [];
    for (const id of asked) {
      const { api } = await world.own();
      const reply = await ask(subject, world, api, ({ path }) => ({ path: path.replace(project.id, id) }));
      refused(reply, 404, 'RESOURCE_NOT_FOUND', { resource: 'project' });
      replies.push(reply);
    }
    const [first, ...others] = replies;
    for (const other of others) if (first) alike(first, other, ...asked);
  }),
  it('is closed to strangers', async (world) => {
    refused(await ask(subject, world, world.extras.stranger.api), 404, 'RESOURCE_NOT_FOUND', { resource: 'project' });
  }),
  ...lowerRoles(subject, role),
  disabledProject(subject, whenDisabled),
];

function lowerRoles(subject: Subject, role: Team['role']): Case[] {
  const tooLow = { MEMBER: [], ADMIN: ['MEMBER'], OWNER: ['MEMBER', 'ADMIN'] } as const;
  return tooLow[role].map((low) =>
    it(`refuses the role ${low}`, async (world) => {
      const person = await world.inTeam(low);
      refused(await ask(subject, world, person.api), 403, 'FORBIDDEN', { reason: 'ROLE_TOO_LOW' });
    }),
  );
}

const disabledProject = (subject: Subject, whenDisabled: Team['whenDisabled']): Case =>
  it(`${whenDisabled === 'works' ? 'works' : 'is refused'} while the project is disabled`, async (world) => {
    const { api, project } = await world.own();
    const good = await subject.request(world, await world.own());
    await world.sql(`update projects set disabled_reason = 'MANUAL' where id = $1`, [project.id]);
    try {
      const reply = await ask({ ...subject, request: async () => good }, world, api);
      if (whenDisabled === 'works') answered(reply, subject.status);
      else refused(reply, 403, 'PROJECT_DISABLED', { reason: 'MANUAL' });
    } finally {
      await world.sql('update projects set disabled_reason = null where id = $1', [project.id]);
    }
  });
