import { sha256 } from '#platform/crypto';
import type { ProjectCall } from '#platform/identity';
import { Answer } from './answer.ts';
import { checkedKey, keptRepliesOf, runIdempotent } from './idempotent.ts';
import type { Route } from './route.ts';
import { type GivenInput, validateGiven } from './validate.ts';

/**
 * Runs a route of a project for a caller who came through another endpoint with the same access: the same checks of the input, the same
 * refusals, the body of the reply. An idempotent route takes its key as an argument.
 */
export async function callRoute(
  route: Route,
  call: ProjectCall,
  given: GivenInput,
  idempotencyKey: string | null = null,
): Promise<unknown> {
  if (route.access !== 'secret' || route.isStream || route.upload)
    throw new Error(`${route.path} cannot be called in this way`);
  const key = idempotencyKey === null ? null : checkedKey(idempotencyKey);
  const input = { ...validateGiven(route, given), bodyHash: sha256(JSON.stringify(given.body)) };
  const result = route.isIdempotent
    ? await runIdempotent(route, call, key, input, keptRepliesOf([route]))
    : await route.run(call as never, input as never); // both shaped by the route's own declaration
  return result instanceof Answer ? result.body : result;
}
