import type { Case } from '../entry.ts';
import { it } from '../entry.ts';
import type { Client } from '../world/client.ts';
import { bearer } from '../world/client.ts';
import { answered, refused } from '../world/expect.ts';
import type { World } from '../world/world.ts';
import { bodyRules } from './body-rules.ts';
import { manners } from './manners.ts';
import type { Subject } from './request.ts';
import { ask } from './request.ts';

/** The public key of the endpoint's own project. */
export const byPublicKey = async (world: World): Promise<Client> =>
  world.anyone().with(bearer((await world.own()).project.public));

/** Everything that holds for an endpoint with the public key, which any page may call (D-101, D-102, D-110). */
export const publicEndpoint = (subject: Subject): Case[] => [
  it('refuses every credential but the public key', async (world) => {
    const { project, inside, api } = await world.own();
    for (const client of [
      world.anyone(),
      world.anyone().with(bearer(project.secret)),
      world.anyone().with(bearer('pk_nonsense')),
      world.anyone().with({ authorization: project.public }),
      inside,
      api,
    ]) {
      const reply = await ask(subject, world, client);
      refused(reply, 401, 'INVALID_API_KEY');
      if (reply.headers['access-control-allow-origin'] !== '*') throw new Error('a page cannot read the refusal');
    }
  }),
  it('refuses the key of a disabled project', async (world) => {
    const { project } = await world.own();
    await world.sql(`update projects set disabled_reason = 'MANUAL' where id = $1`, [project.id]);
    try {
      const reply = await ask(subject, world, await byPublicKey(world));
      refused(reply, 403, 'PROJECT_DISABLED', { reason: 'MANUAL' });
    } finally {
      await world.sql('update projects set disabled_reason = null where id = $1', [project.id]);
    }
  }),
  it('reads a body without content type as JSON', async (world) => {
    const raw = ({ body }: { body?: unknown }) => ({ raw: JSON.stringify(body ?? {}), body: undefined });
    answered(await ask(subject, world, await byPublicKey(world), raw), subject.status);
  }),
  ...manners(subject, { caller: byPublicKey, isCounted: true, hasOpenCors: true, isIdempotent: true }),
  ...bodyRules(subject, byPublicKey),
];
