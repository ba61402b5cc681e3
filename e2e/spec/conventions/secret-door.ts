import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Case } from '../entry.ts';
import { it } from '../entry.ts';
import { bearer } from '../world/client.ts';
import { alike, answered, refused } from '../world/expect.ts';
import type { Subject } from './request.ts';
import { ask, isRead } from './request.ts';

/** Who may call an endpoint of class `secret` (D-101 to D-108). */
export const secretDoor = (subject: Subject): Case[] => [
  it('refuses a call without a key', async (world) => {
    const reply = await ask(subject, world, world.anyone());
    refused(reply, 401, 'INVALID_API_KEY');
    assert.match(reply.body.error.suggestion, /sk_/);
  }),
  it('refuses unknown keys, other schemes and the public key alike', async (world) => {
    const { project } = await world.own();
    const changed = project.secret.slice(0, -1) + (project.secret.endsWith('A') ? 'B' : 'A');
    for (const authorization of [
      'Bearer sk_nonsense',
      `Bearer ${changed}`,
      `Bearer ${project.public}`,
      `Basic ${project.secret}`,
      project.secret,
      'Bearer',
      '',
    ]) {
      refused(await ask(subject, world, world.anyone().with({ authorization })), 401, 'INVALID_API_KEY');
    }
  }),
  it('takes the scheme in any case, and ignores X-Project-Id beside a key', async (world) => {
    const { project } = await world.own();
    const headers = { authorization: `bEaReR ${project.secret}`, 'x-project-id': world.strangersProject };
    answered(await ask(subject, world, world.anyone().with(headers)), subject.status);
  }),
  it('answers a session of a team member that names the project', async (world) => {
    const { inside, project } = await world.own();
    answered(await ask(subject, world, inside), subject.status);
    const member = await world.inTeam(subject.role ?? 'MEMBER');
    answered(await ask(subject, world, member.api.with({ 'x-project-id': project.id })), subject.status);
    if (!subject.role) return;
    const { api } = await world.inTeam('MEMBER');
    const tooLow = await ask(subject, world, api.with({ 'x-project-id': project.id }));
    refused(tooLow, 403, 'FORBIDDEN', { reason: 'ROLE_TOO_LOW' });
  }),
  it('asks a session which project is meant', async (world) => {
    const { api } = await world.own();
    refused(await ask(subject, world, api), 400, 'BAD_REQUEST', { header: 'X-Project-Id' });
    refused(await ask(subject, world, api.with({ 'x-project-id': '' })), 400, 'BAD_REQUEST', {
      header: 'X-Project-Id',
    });
  }),
  it('does not tell a foreign project from an unknown or malformed one', async (world) => {
    const { api } = await world.own();
    const unknown = randomUUID();
    const replies = [];
    for (const id of [world.strangersProject, unknown, 'nonsense']) {
      const reply = await ask(subject, world, api.with({ 'x-project-id': id }));
      refused(reply, 404, 'RESOURCE_NOT_FOUND', { resource: 'project' });
      replies.push(reply);
    }
    const [foreign, ...others] = replies;
    for (const other of others) if (foreign) alike(foreign, other, world.strangersProject, unknown, 'nonsense');
  }),
  it('refuses a dead session, and a project without a session', async (world) => {
    const { project } = await world.own();
    const inside = { 'x-project-id': project.id, 'sec-fetch-site': 'same-origin' };
    refused(await ask(subject, world, world.anyone().with(inside)), 401, 'UNAUTHORIZED');
    refused(await ask(subject, world, world.anyone().with({ ...inside, cookie: 'session=dead' })), 401, 'UNAUTHORIZED');
  }),
  it('does not look at the cookie when there is an Authorization header', async (world) => {
    const { inside } = await world.own();
    refused(await ask(subject, world, inside.with(bearer('sk_wrong'))), 401, 'INVALID_API_KEY');
  }),
  disabledProject(subject),
  ...(isRead(subject) ? [] : [otherSites(subject)]),
];

const disabledProject = (subject: Subject): Case =>
  it('refuses the key of a disabled project; a session may still read', async (world) => {
    const { key, inside, project } = await world.own();
    const good = await subject.request(world, await world.own());
    await world.sql(`update projects set disabled_reason = 'MANUAL' where id = $1`, [project.id]);
    try {
      const once = { ...subject, request: async () => good };
      refused(await ask(once, world, key), 403, 'PROJECT_DISABLED', { reason: 'MANUAL' });
      const reply = await ask(once, world, inside);
      if (isRead(subject)) answered(reply, subject.status);
      else refused(reply, 403, 'PROJECT_DISABLED', { reason: 'MANUAL' });
    } finally {
      await world.sql('update projects set disabled_reason = null where id = $1', [project.id]);
    }
  });

const otherSites = (subject: Subject): Case =>
  it('refuses a cookie that comes from another site, or does not say from where', async (world) => {
    const { cookie, project } = await world.own();
    const from = (headers: Record<string, string>) =>
      world.anyone().with({ cookie, 'x-project-id': project.id, ...headers });
    for (const headers of [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ]) {
      refused(await ask(subject, world, from(headers)), 403, 'FORBIDDEN', { reason: 'ORIGIN_REFUSED' });
    }
    for (const headers of [{ origin: new URL(world.url).origin }, { 'sec-fetch-site': 'none' }]) {
      answered(await ask(subject, world, from(headers)), subject.status);
    }
  });
