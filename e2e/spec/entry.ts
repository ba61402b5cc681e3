import type { EndpointName } from './endpoints.ts';
import type { World } from './world/world.ts';

/** One sentence about one endpoint, and the proof of it. A case fails by throwing. */
export interface Case {
  readonly says: string;
  run(world: World): Promise<void>;
}

export interface Entry {
  readonly endpoint: EndpointName;
  readonly cases: readonly Case[];
}

/** Cases of one endpoint; lists of standard cases may stand between single ones. */
export const entry = (endpoint: EndpointName, ...cases: readonly (Case | readonly Case[])[]): Entry => ({
  endpoint,
  cases: cases.flat(),
});

/** `it('returns 200', async (world) => …)` reads shorter than an object in a long list. */
export const it = (says: string, run: (world: World) => Promise<void>): Case => ({ says, run });
