import { randomUUID } from 'node:crypto';
import type { Reply } from '@postrider/server/testing/client';
import {
  type CallerProject,
  callers,
  type EntryCaller,
  type EntryProjects,
  type EntryRule,
} from '@postrider/server/testing/entry-callers';
import { type Case, it } from '../entry.ts';
import { alike, answered, refused } from '../world/expect.ts';
import type { World } from '../world/world.ts';
import { ask, methodOf, type Subject } from './request.ts';

/**
 * Who may call an endpoint: the table of all callers, one case each (D-101 to D-108). Limit: outside of
 * endpoints with the secret key few callers who are let in are tried: a success may end the session that the next case needs.
 */
export const entryCases = (subject: Subject, rule: Omit<EntryRule, 'method'>): Case[] => {
  const route = { ...rule, method: methodOf(subject) as EntryRule['method'] }; // of a route in our list
  return callers
    .filter((caller) => caller.project !== 'rotated') // see `POST …/regenerate-keys`
    .filter((caller) => mayTry(route, caller))
    .map((caller) => {
      const verdict = caller.verdict(route);
      return it(`${verdict === 'in' ? 'lets in' : 'refuses'} ${caller.says}`, async (world) => {
        const reply = await askAs(subject, world, caller);
        if (verdict === 'in') answered(reply, subject.status);
        else checkRefusal(reply, verdict);
      });
    });
};

const mayTry = (route: EntryRule, { project, verdict }: EntryCaller): boolean =>
  verdict(route) !== 'in' || route.access === 'secret' || (route.access === 'member' && project === 'disabled');

function checkRefusal(reply: Reply, verdict: string): void {
  const [status, code = '', detail] = verdict.split(' ');
  const key = { 400: 'header', 403: 'reason', 404: 'resource' }[Number(status)];
  const reason = code === 'PROJECT_DISABLED' ? 'MANUAL' : detail;
  refused(reply, Number(status), code, key && reason ? { [key]: reason } : undefined);
}

async function askAs(subject: Subject, world: World, { project: named, headers }: EntryCaller): Promise<Reply> {
  const owner = await world.own();
  const good = await subject.request(world, owner);
  const { id } = owner.project;
  const path = named === 'stranger' ? good.path.replace(id, world.strangersProject) : good.path;
  const given = { ...subject, request: async () => ({ ...good, path }) };
  const client = world.anyone().with(await headers(await projectsOf(world), new URL(world.url).origin));
  if (named !== 'disabled') return ask(given, world, client);
  await world.sql(`update projects set disabled_reason = 'MANUAL' where id = $1`, [id]);
  try {
    return await ask(given, world, client);
  } finally {
    await world.sql('update projects set disabled_reason = null where id = $1', [id]);
  }
}

async function projectsOf(world: World): Promise<EntryProjects> {
  const { cookie, project } = await world.own();
  const own: CallerProject = {
    id: project.id,
    publicKey: project.public,
    secretKey: project.secret,
    session: async (role) => ({
      cookie: role === 'OWNER' ? cookie : (await world.inTeam(role)).cookie,
      'sec-fetch-site': 'same-origin',
    }),
  };
  return { own, rotated: own, disabled: own, stranger: { ...own, id: world.strangersProject } };
}

/** A project that is foreign, unknown or malformed gets the same reply, whether a header names it or the path. */
export const unknownProjects = (subject: Subject, where: 'header' | 'path'): Case =>
  it('does not tell a foreign project from an unknown or malformed one', async (world) => {
    const { api, project } = await world.own();
    const asked = [world.strangersProject, randomUUID(), 'nonsense'];
    const replies = [];
    for (const id of asked) {
      const reply =
        where === 'header'
          ? await ask(subject, world, api.with({ 'x-project-id': id }))
          : await ask(subject, world, api, ({ path }) => ({ path: path.replace(project.id, id) }));
      refused(reply, 404, 'RESOURCE_NOT_FOUND', { resource: 'project' });
      replies.push(reply);
    }
    const [first, ...others] = replies;
    for (const other of others) if (first) alike(first, other, ...asked);
  });
