import type { Client } from '@postrider/server/testing/client';
import type { Case } from '../entry.ts';
import { it } from '../entry.ts';
import { refused } from '../world/expect.ts';
import type { World } from '../world/world.ts';
import { bodyRules } from './body-rules.ts';
import { entryCases, unknownProjects } from './entry-cases.ts';
import { generalCases } from './general-cases.ts';
import { ask, type Subject } from './request.ts';

const bySession = async (world: World): Promise<Client> => (await world.own()).api;
const common = (subject: Subject): Case[] => generalCases(subject, { caller: bySession, isCounted: true });

/** Everything that holds for any endpoint of a signed-in person. */
export const accountEndpoint = (subject: Subject): Case[] => [
  ...entryCases(subject, { access: 'session' }),
  ...common(subject),
];

export const accountEndpointWithBody = (subject: Subject): Case[] => [
  ...accountEndpoint(subject),
  ...bodyRules(subject, bySession),
];

interface Team {
  /** Lowest role that may call. */
  role: 'MEMBER' | 'ADMIN' | 'OWNER';
  whenDisabled: 'works' | 'refused';
}

/** Who may call an endpoint that names a project in its path: only team members of a role (D-1123). */
export const memberEntry = (subject: Subject, { role, whenDisabled }: Team): Case[] => [
  ...entryCases(subject, { access: 'member', role, isAllowedWhenDisabled: whenDisabled === 'works' }),
  unknownProjects(subject, 'path'),
  it('refuses a person outside the team', async (world) => {
    refused(await ask(subject, world, world.extras.stranger.api), 404, 'RESOURCE_NOT_FOUND', { resource: 'project' });
  }),
];

/** Everything that holds for any endpoint of a team member that names the project in its path. */
export const teamEndpoint = (subject: Subject, team: Team): Case[] => [
  ...memberEntry(subject, team),
  ...common(subject),
];

export const teamEndpointWithBody = (subject: Subject, team: Team): Case[] => [
  ...teamEndpoint(subject, team),
  ...bodyRules(subject, bySession),
];
