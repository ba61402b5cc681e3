import type { PageCall } from '#platform/http';
import { TooManyRequests } from '#platform/http';
import { countUse } from '#platform/rate-limit';
import type { Refusal } from '#platform/refusals';
import { LinkIncomplete } from './refusals.ts';

const mostWrong = 60;
const windowSeconds = 60;

/** D-656: only wrong links are counted, by the address they come from. */
export async function refuseLink(call: PageCall): Promise<Refusal> {
  const key = `wrong-link:${call.client.address}`;
  const { used, resetSeconds } = await call.transaction(({ db }) => countUse(db, key, mostWrong, windowSeconds));
  return used > mostWrong ? TooManyRequests('address', mostWrong, windowSeconds, resetSeconds) : LinkIncomplete();
}
