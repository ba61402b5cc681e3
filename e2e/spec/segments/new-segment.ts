import { answered } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';

export const isPro = {
  logic: 'AND',
  groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }],
};
/** A condition of this many levels, one inside the other. */
export const nestedCondition = (levels: number): object =>
  levels === 1 ? isPro : { logic: 'AND', groups: [{ filters: [], conditions: nestedCondition(levels - 1) }] };
export const aSegment = { name: 'Pro users', condition: isPro };
export const aList = { name: 'A list', type: 'STATIC' };

/** A segment of the owner's project, through the API. */
export async function newSegment(
  owner: Owner,
  given: object = aSegment,
): Promise<{ id: string; name: string; slug: string; memberCount: number }> {
  const reply = await owner.key.post('/segments', given);
  answered(reply, 201);
  return reply.body;
}

/** The id in `/segments/:id…`, for the cases that exchange it. */
export const idInPath = {
  idOf: (path: string) => path.split('/')[2] ?? '',
  code: 'SEGMENT_NOT_FOUND',
  resource: 'segment',
  caller: async (world: World) => (await world.own()).key,
  async foreign({ extras, strangersProject }: World) {
    const stranger = extras.stranger.api.with({ 'x-project-id': strangersProject });
    return (await stranger.post('/segments', aList)).body.id;
  },
};

export const requestOf =
  (given: object, end = '', body?: Record<string, unknown>) =>
  async (_world: World, owner: Owner) => {
    const { id } = await newSegment(owner, given);
    return { path: `/segments/${id}${end}`, ...(body ? { body } : {}) };
  };
