import { type OpenCall, OriginRefused } from '#platform/identity';

/** Refuses a request from a page of another site that would sign the visitor in or out. */
export function refuseOtherSites(call: OpenCall): void {
  if (call.site === 'elsewhere') throw OriginRefused();
}
