import { answered } from '../world/expect.ts';
import { newEmail, type Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';

export interface Suppression {
  readonly id: string;
  readonly email: string;
}

/** An address on the owner's list, through the API. */
export async function newSuppression({ key }: Owner, given: object = {}): Promise<Suppression> {
  const email = newEmail('unwanted');
  answered(await key.post('/suppressions', { email, ...given }), 201, { added: 1 });
  return (await key.get(`/suppressions/${email}`)).body;
}

export const requestOne = async (_world: World, owner: Owner) => ({
  path: `/suppressions/${(await newSuppression(owner)).id}`,
});

/** The id in `/suppressions/:id`, for the cases that exchange it. */
export const idInPath = {
  idOf: (path: string) => path.split('/')[2] ?? '',
  code: 'RESOURCE_NOT_FOUND',
  resource: 'suppression',
  caller: async (world: World) => (await world.own()).key,
  async foreign({ extras, strangersProject }: World) {
    const stranger = extras.stranger.api.with({ 'x-project-id': strangersProject });
    const email = newEmail('foreign');
    await stranger.post('/suppressions', { email });
    return (await stranger.get(`/suppressions/${email}`)).body.id;
  },
};

/** Sets the reason that only a complaint can set. */
export const complained = (world: World, id: string): Promise<unknown> =>
  world.sql(`update suppressions set reason = 'COMPLAINT' where id = $1`, [id]);
