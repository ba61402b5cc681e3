import type { OpenCall } from '#platform/http';
import { OriginRefused } from '#platform/http';

/** Refuses a page of another site that wants to sign the visitor in or out. */
export function refuseElsewhere(call: OpenCall): void {
  if (call.site === 'elsewhere') throw OriginRefused();
}
