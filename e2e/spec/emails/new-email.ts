import type { Reply } from '@postrider/server/testing/client';
import { until } from '@postrider/server/testing/until';
import { newEmail, type Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';

/** A sender every project has. */
export const sender = 'hello@postrider.test';

export const goodMail = (): Record<string, unknown> => ({
  to: newEmail('send'),
  subject: 'Hello {{name ?? "there"}}',
  body: '<p>Hello {{name ?? "there"}}</p>',
  from: sender,
});

export const send = (owner: Owner, fields: object = {}): Promise<Reply> =>
  owner.key.post('/v1/send', { ...goodMail(), ...fields });

/** The entry of the reply for the first recipient. */
export const sendOne = async (owner: Owner, fields: object = {}) => (await send(owner, fields)).body.data.emails[0];

export const requestOf =
  (rest = '', body?: Record<string, unknown>) =>
  async (_world: World, owner: Owner) => {
    const path = `/emails/${(await sendOne(owner)).email}${rest}`;
    return body ? { path, body } : { path };
  };

export const idInPath = {
  idOf: (path: string) => path.split('/')[2] ?? '',
  code: 'RESOURCE_NOT_FOUND',
  resource: 'email',
  foreign: async (world: World) => (await sendOne(await world.owner())).email,
  caller: async (world: World) => (await world.own()).key,
};

/** Polls an email until `isRight` holds. */
export async function untilEmail(
  { key }: Pick<Owner, 'key'>,
  id: string,
  isRight: (email: Reply['body']) => boolean,
): Promise<Reply['body']> {
  let email: Reply['body'];
  const holds = async (): Promise<boolean> => {
    email = (await key.get(`/emails/${id}`)).body;
    return isRight(email);
  };
  if (!(await until(holds))) throw new Error(`the email stayed ${JSON.stringify(email)}`);
  return email;
}
