import { randomUUID } from 'node:crypto';
import type { Client } from '@postrider/server/testing/client';
import { type Case, it } from '../entry.ts';
import { alike, answered, refused } from '../world/expect.ts';
import type { World } from '../world/world.ts';
import { ask, type Subject } from './request.ts';

interface IdInPath {
  /** The id of the good request that is exchanged. */
  idOf(path: string): string;
  code: string;
  resource: string;
  /** An id of the same kind in another project. */
  foreign(world: World): Promise<string>;
  caller(world: World): Promise<Client>;
}

/** An id in the path: unknown, malformed and foreign ones are the same 404; case does not matter (D-116, D-147). */
export const unknownIds = (subject: Subject, idInPath: IdInPath): Case[] => [
  it('does not tell a foreign id from an unknown or malformed one', async (world) => {
    const asked = [randomUUID(), await idInPath.foreign(world), 'nonsense', '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e7'];
    const replies = [];
    for (const id of asked) {
      const client = await idInPath.caller(world);
      const reply = await ask(subject, world, client, ({ path }) => ({ path: path.replace(idInPath.idOf(path), id) }));
      refused(reply, 404, idInPath.code, { resource: idInPath.resource, id });
      replies.push(reply);
    }
    const [first, ...others] = replies;
    for (const other of others) if (first) alike(first, other, ...asked);
  }),
  it('accepts an id in upper case', async (world) => {
    const client = await idInPath.caller(world);
    const reply = await ask(subject, world, client, ({ path }) => {
      const id = idInPath.idOf(path);
      return { path: path.replace(id, id.toUpperCase()) };
    });
    answered(reply, subject.status);
  }),
];
