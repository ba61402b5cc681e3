import assert from 'node:assert/strict';
import type { Case } from '../entry.ts';
import { it } from '../entry.ts';
import { emptyDatabase } from '../instance/database.ts';
import type { Instance } from '../instance/start-instance.ts';
import { startInstance } from '../instance/start-instance.ts';
import { invitationToken, invite } from '../members/invite.ts';
import { answered, answeredWhole, refused } from '../world/expect.ts';
import { newEmail, password, peopleOf } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { callers } from '../world/world.ts';

const secret = { SECRET_KEY: 'the same for both processes, 32 characters' };

/** The other two settings of SIGNUPS (D-1103), and an instance that cannot send mail (D-1105). */
export const closedInstances: Case[] = [
  it('with SIGNUPS=owner, only the link printed at the first start opens the door; then invitations do', async (world) => {
    await onOtherInstances(world, async ({ ownersDoor, closedDoor, ownerToken, sql }) => {
      const person = () => ({ email: newEmail(), password });
      refused(await ownersDoor().post('/auth/signup', person()), 403, 'SIGNUPS_DISABLED');
      refused(await ownersDoor().post('/auth/signup', { ...person(), token: 'nonsense' }), 400, 'INVALID_TOKEN');
      const first = await ownersDoor().post('/auth/signup', { ...person(), token: ownerToken, projectName: 'First' });
      answered(first, 201, { isInstanceAdmin: true, emailVerified: true });
      refused(await ownersDoor().post('/auth/signup', { ...person(), token: ownerToken }), 400, 'INVALID_TOKEN');
      refused(await ownersDoor().post('/auth/signup', person()), 403, 'SIGNUPS_DISABLED');
      answeredWhole(await ownersDoor().get('/auth/oauth-config'), 200, { providers: [] });
      answered(await ownersDoor().get('/config'), 200, { signupsEnabled: false, setupRequired: false });

      const owner = { ...peopleOf(closedDoor, sql).arrived(first, first.body.email), project: first.body.project };
      refused(await closedDoor().post('/auth/signup', person()), 403, 'SIGNUPS_DISABLED');
      refused(await closedDoor().post('/auth/signup', { ...person(), token: ownerToken }), 400, 'INVALID_TOKEN');
      const invited = newEmail('invited');
      const token = invitationToken(await invite(owner, invited));
      answered(await closedDoor().post('/auth/signup', { email: invited, password, token }), 201, {
        emailVerified: true,
      });

      const second = await owner.api.post('/users/@me/projects', { name: 'Second' });
      answered(second, 201);
    });
  }),
];

interface Doors {
  ownersDoor: ReturnType<typeof callers>;
  closedDoor: ReturnType<typeof callers>;
  ownerToken: string;
  sql: World['sql'];
}

/** Two processes on one database: one for the owner, one closed, both without mail. */
async function onOtherInstances({ contract }: World, work: (doors: Doors) => Promise<void>): Promise<void> {
  const database = await emptyDatabase();
  const running: Instance[] = [];
  const start = async (SIGNUPS: string): Promise<Instance> => {
    const instance = await startInstance(database.url, { ...secret, SIGNUPS });
    running.push(instance);
    return instance;
  };
  try {
    const [owners, closed] = [await start('owner'), await start('closed')];
    const ownerToken = /token=([\w.-]+)/.exec(owners.output())?.[1] ?? '';
    assert.notEqual(ownerToken, '', `no link in:\n${owners.output()}`);
    const [ownersDoor, closedDoor] = [callers(owners.url, contract), callers(closed.url, contract)];
    await work({ ownersDoor, closedDoor, ownerToken, sql: database.sql });
  } finally {
    await Promise.all(running.map((instance) => instance.stop()));
    await database.drop();
  }
}
