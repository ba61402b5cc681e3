import type { Case } from '../entry.ts';
import type { Client } from '../world/client.ts';
import type { World } from '../world/world.ts';
import { bodyRules, contentTypeRules } from './body-rules.ts';
import { manners } from './manners.ts';
import type { Subject } from './request.ts';
import { secretDoor } from './secret-door.ts';

const byKey = async (world: World): Promise<Client> => (await world.own()).key;

/** Everything that holds for any endpoint with the secret key. */
export const projectEndpoint = (
  subject: Subject,
  options: { isIdempotent?: boolean; contentType?: string } = {},
): Case[] => [...secretDoor(subject), ...manners(subject, { caller: byKey, isCounted: true, ...options })];

/** The same for one that reads a body. */
export const projectEndpointWithBody = (subject: Subject, options: { isIdempotent?: boolean } = {}): Case[] => [
  ...projectEndpoint(subject, options),
  ...bodyRules(subject, byKey),
  contentTypeRules(subject),
];
