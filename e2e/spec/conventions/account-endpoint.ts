import type { Case } from '../entry.ts';
import type { Client } from '../world/client.ts';
import type { World } from '../world/world.ts';
import { bodyRules } from './body-rules.ts';
import { manners } from './manners.ts';
import type { Subject } from './request.ts';
import { memberDoor, sessionDoor } from './session-door.ts';

const bySession = async (world: World): Promise<Client> => (await world.own()).api;
const common = (subject: Subject): Case[] => manners(subject, { caller: bySession, isCounted: true });

/** Everything that holds for any endpoint of a signed-in person. */
export const accountEndpoint = (subject: Subject): Case[] => [...sessionDoor(subject), ...common(subject)];

export const accountEndpointWithBody = (subject: Subject): Case[] => [
  ...accountEndpoint(subject),
  ...bodyRules(subject, bySession),
];

/** Everything that holds for any endpoint of a team member that names the project in its path. */
export const teamEndpoint = (subject: Subject, team: Parameters<typeof memberDoor>[1]): Case[] => [
  ...memberDoor(subject, team),
  ...common(subject),
];

export const teamEndpointWithBody = (subject: Subject, team: Parameters<typeof memberDoor>[1]): Case[] => [
  ...teamEndpoint(subject, team),
  ...bodyRules(subject, bySession),
];
