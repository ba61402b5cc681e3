import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { ProjectId } from '#platform/context';
import { makeLogger } from '#platform/log';
import { LiveClaim } from './claim.ts';
import { makeCompletions } from './completions.ts';
import type { ClaimRef, Dispatch } from './dispatch.ts';

const withCode = (code: string) => Object.assign(new Error(code), { code });
const log = makeLogger({ level: 'silent' });

test.concurrent.each(['53100', '25006', '58030', '40P01', 'XX000', '57P01', '08006', 'EPIPE'])(
  'after %s an ending is written again, all of them together (F30)',
  async (code) => {
    const { sizes, closed } = setup([withCode(code), withCode(code)]);

    await vi.waitFor(() => expect(closed).toHaveLength(3), { timeout: 10_000 });

    expect(sizes).toEqual([3, 3, 3]);
  },
);

test('an ending that is permanently refused does not block others: each is tried alone', async () => {
  const { sizes, closed } = setup([withCode('42883'), withCode('42883')]);

  await vi.waitFor(() => expect(closed).toHaveLength(3), { timeout: 10_000 });

  expect(sizes).toEqual([3, 2, 1, 1, 1]);
});

/** Three claims that end together, and how many endings each statement held. */
function setup(errors: Error[]): { sizes: number[]; closed: LiveClaim[] } {
  const sizes: number[] = [];
  const closed: LiveClaim[] = [];
  const complete = async (claims: readonly ClaimRef[]): Promise<number[]> => {
    sizes.push(claims.length);
    const error = errors.shift();
    if (error) throw error;
    return [];
  };
  const completions = makeCompletions({ complete } as unknown as Dispatch, log, (claim) => closed.push(claim)); // nothing else is called
  const facts = { table: 't', lane: 'l', laneNumber: 0, claims: 1, freshAt: 0, projectId: randomUUID() as ProjectId };
  for (let claim = 0; claim < 3; claim += 1) {
    completions.close(new LiveClaim({ ...facts, id: randomUUID(), fence: randomUUID() }), 'done');
  }
  return { sizes, closed };
}
