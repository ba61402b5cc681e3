import assert from 'node:assert/strict';
import { bearer, type Client } from '@postrider/server/testing/client';
import { type Case, it } from '../entry.ts';
import { answered, refused } from '../world/expect.ts';
import type { World } from '../world/world.ts';
import { bodyRules } from './body-rules.ts';
import { entryCases } from './entry-cases.ts';
import { generalCases } from './general-cases.ts';
import { ask, type Subject } from './request.ts';

/** The public key of the endpoint's own project. */
export const byPublicKey = async (world: World): Promise<Client> =>
  world.anyone().with(bearer((await world.own()).project.public));

/** Everything that holds for an endpoint with the public key, which any page may call (D-101, D-102, D-110). */
export const publicEndpoint = (subject: Subject): Case[] => [
  ...entryCases(subject, { access: 'public' }),
  it('lets a page read the refusal', async (world) => {
    const reply = await ask(subject, world, world.anyone());
    refused(reply, 401, 'INVALID_API_KEY');
    assert.equal(reply.headers['access-control-allow-origin'], '*');
  }),
  it('says that a secret key belongs into no page', async (world) => {
    const reply = await ask(subject, world, (await world.own()).key);
    refused(reply, 401, 'INVALID_API_KEY');
    assert.match(reply.body.error.suggestion, /pk_.*This was a secret key/);
  }),
  it('reads a body without content type as JSON', async (world) => {
    const raw = ({ body }: { body?: unknown }) => ({ raw: JSON.stringify(body ?? {}), body: undefined });
    answered(await ask(subject, world, await byPublicKey(world), raw), subject.status);
  }),
  ...generalCases(subject, { caller: byPublicKey, isCounted: true, hasOpenCors: true, isIdempotent: true }),
  ...bodyRules(subject, byPublicKey),
];
