import assert from 'node:assert/strict';
import type { Client } from '@postrider/server/testing/client';
import { type Case, it } from '../entry.ts';
import type { World } from '../world/world.ts';
import { bodyRules, contentTypeRules } from './body-rules.ts';
import { entryCases, unknownProjects } from './entry-cases.ts';
import { generalCases } from './general-cases.ts';
import { byPublicKey } from './public-endpoint.ts';
import { ask, type Subject } from './request.ts';

const byKey = async (world: World): Promise<Client> => (await world.own()).key;

/** Everything that holds for any endpoint with the secret key. */
export const projectEndpoint = (
  subject: Subject,
  options: { isIdempotent?: boolean; contentType?: string } = {},
): Case[] => [
  ...entryCases(subject, { access: 'secret', ...(subject.role ? { role: subject.role, isOpenToKeys: true } : {}) }),
  unknownProjects(subject, 'header'),
  it('names the kind of key that is missing, and the one that was sent instead', async (world) => {
    const suggestionTo = async (client: Client): Promise<string> =>
      (await ask(subject, world, client)).body.error.suggestion;
    assert.match(await suggestionTo(world.anyone()), /sk_/);
    assert.match(await suggestionTo(await byPublicKey(world)), /This was a public key/);
  }),
  ...generalCases(subject, { caller: byKey, isCounted: true, ...options }),
];

/** The same for one that reads a body. */
export const projectEndpointWithBody = (subject: Subject, options: { isIdempotent?: boolean } = {}): Case[] => [
  ...projectEndpoint(subject, options),
  ...bodyRules(subject, byKey),
  contentTypeRules(subject),
];
