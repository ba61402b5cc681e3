import type { Reply } from '@postrider/server/testing/client';
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

/** Polls an email until `isRight` holds, for ten seconds at most. */
export async function untilEmail(
  owner: Owner,
  id: string,
  isRight: (email: Reply['body']) => boolean,
): Promise<Reply['body']> {
  for (const end = Date.now() + 10_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const { body } = await owner.key.get(`/emails/${id}`);
    if (isRight(body)) return body;
    if (Date.now() > end) throw new Error(`the email stayed ${JSON.stringify(body)}`);
  }
}
