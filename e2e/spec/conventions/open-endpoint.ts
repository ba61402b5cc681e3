import { bearer } from '@postrider/server/testing/client';
import { type Case, it } from '../entry.ts';
import { answered } from '../world/expect.ts';
import type { World } from '../world/world.ts';
import { bodyRules } from './body-rules.ts';
import { generalCases } from './general-cases.ts';
import { ask, isRead, type Subject } from './request.ts';

interface OpenEndpointOptions {
  hasOpenCors?: boolean;
  cacheControl?: string;
  /** Of a reply that is not JSON. */
  contentType?: string;
}

const byAnyone = async (world: World) => world.anyone();

/** Everything that holds for any endpoint without credentials (D-101): any that are sent are ignored. */
export const openEndpoint = (subject: Subject, options: OpenEndpointOptions = {}): Case[] => [
  it('ignores credentials, good and bad ones', async (world) => {
    const { project } = await world.own();
    for (const headers of [bearer(project.secret), bearer('sk_wrong'), { 'x-project-id': project.id }]) {
      answered(await ask(subject, world, world.anyone().with(headers)), subject.status);
    }
  }),
  ...generalCases(subject, { caller: byAnyone, isCounted: false, ...options }),
];

export const openEndpointWithBody = (subject: Subject): Case[] => [
  ...openEndpoint(subject),
  ...(isRead(subject) ? [] : bodyRules(subject, byAnyone)),
];
