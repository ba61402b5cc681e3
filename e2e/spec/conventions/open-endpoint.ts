import type { Case } from '../entry.ts';
import { it } from '../entry.ts';
import { bearer } from '../world/client.ts';
import { answered } from '../world/expect.ts';
import type { World } from '../world/world.ts';
import { bodyRules } from './body-rules.ts';
import { manners } from './manners.ts';
import type { Subject } from './request.ts';
import { ask, isRead } from './request.ts';

interface Options {
  hasOpenCors?: boolean;
  cacheControl?: string;
  /** Of an answer that is not JSON. */
  contentType?: string;
}

const byAnyone = async (world: World) => world.anyone();

/** Everything that holds for any endpoint that asks for no credentials (D-101): whatever is sent is ignored. */
export const openEndpoint = (subject: Subject, options: Options = {}): Case[] => [
  it('ignores credentials, good and bad ones', async (world) => {
    const { project } = await world.own();
    for (const headers of [bearer(project.secret), bearer('sk_wrong'), { 'x-project-id': project.id }]) {
      answered(await ask(subject, world, world.anyone().with(headers)), subject.status);
    }
  }),
  ...manners(subject, { caller: byAnyone, isCounted: false, ...options }),
];

export const openEndpointWithBody = (subject: Subject): Case[] => [
  ...openEndpoint(subject),
  ...(isRead(subject) ? [] : bodyRules(subject, byAnyone)),
];
