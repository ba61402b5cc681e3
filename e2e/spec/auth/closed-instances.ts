import assert from 'node:assert/strict';
import type { ServerProcess } from '@postrider/server/testing/server-process';
import { until } from '@postrider/server/testing/until';
import { type Case, it } from '../entry.ts';
import { emptyDatabase } from '../instance/database.ts';
import { startInstance } from '../instance/start-instance.ts';
import { invitationToken, invite } from '../members/invite.ts';
import { answered, answeredWhole, refused } from '../world/expect.ts';
import { newEmail, password, peopleOf } from '../world/people.ts';
import { callers, type World } from '../world/world.ts';

const secret = { SECRET_KEY: 'the same for both processes, 32 characters' };

/** The other two settings of SIGNUPS (D-1103), and an instance that cannot send mail (D-1105). */
export const closedInstances: Case[] = [
  it('with SIGNUPS=owner, only the link printed at the first start allows a sign-up; later only invitations do', async (world) => {
    await onOtherInstances(world, async ({ ownersInstance, closedInstance, ownerToken, sql }) => {
      const person = () => ({ email: newEmail(), password });
      refused(await ownersInstance().post('/auth/signup', person()), 403, 'SIGNUPS_DISABLED');
      refused(await ownersInstance().post('/auth/signup', { ...person(), token: 'nonsense' }), 400, 'INVALID_TOKEN');
      const first = await ownersInstance().post('/auth/signup', {
        ...person(),
        token: ownerToken,
        projectName: 'First',
      });
      answered(first, 201, { isInstanceAdmin: true, emailVerified: true });
      refused(await ownersInstance().post('/auth/signup', { ...person(), token: ownerToken }), 400, 'INVALID_TOKEN');
      refused(await ownersInstance().post('/auth/signup', person()), 403, 'SIGNUPS_DISABLED');
      answeredWhole(await ownersInstance().get('/auth/oauth-config'), 200, { providers: [] });
      answered(await ownersInstance().get('/config'), 200, { signupsEnabled: false, setupRequired: false });

      const owner = { ...peopleOf(closedInstance, sql).signedIn(first, first.body.email), project: first.body.project };
      refused(await closedInstance().post('/auth/signup', person()), 403, 'SIGNUPS_DISABLED');
      refused(await closedInstance().post('/auth/signup', { ...person(), token: ownerToken }), 400, 'INVALID_TOKEN');
      const invited = newEmail('invited');
      const token = invitationToken(await invite(owner, invited));
      answered(await closedInstance().post('/auth/signup', { email: invited, password, token }), 201, {
        emailVerified: true,
      });

      const second = await owner.api.post('/users/@me/projects', { name: 'Second' });
      answered(second, 201);
      const live = await owner.api.patch(`/users/@me/projects/${second.body.id}`, { mode: 'live' });
      refused(live, 400, 'PROJECT_NOT_READY', { missing: ['domain', 'provider'] });
      answered(await owner.api.post('/auth/request-verification'), 200);
    });
  }),
];

interface OtherInstances {
  ownersInstance: ReturnType<typeof callers>;
  closedInstance: ReturnType<typeof callers>;
  ownerToken: string;
  sql: World['sql'];
}

/** Two processes on one database: one for the owner, one closed, both without mail. */
async function onOtherInstances(
  { contract }: World,
  work: (instances: OtherInstances) => Promise<void>,
): Promise<void> {
  const database = await emptyDatabase();
  const running: ServerProcess[] = [];
  const start = async (SIGNUPS: string): Promise<ServerProcess> => {
    const instance = await startInstance(database.url, { ...secret, SIGNUPS });
    running.push(instance);
    return instance;
  };
  try {
    const [owners, closed] = [await start('owner'), await start('closed')];
    await until(() => owners.output().includes('token='));
    const ownerToken = /token=([\w.-]+)/.exec(owners.output())?.[1] ?? '';
    assert.notEqual(ownerToken, '', `no link in:\n${owners.output()}`);
    const [ownersInstance, closedInstance] = [callers(owners.url, contract), callers(closed.url, contract)];
    await work({ ownersInstance, closedInstance, ownerToken, sql: database.sql });
  } finally {
    await Promise.all(running.map((instance) => instance.stop()));
    await database.drop();
  }
}
