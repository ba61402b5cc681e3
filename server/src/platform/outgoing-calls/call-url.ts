import type { Config } from '#platform/config';
import type { Dns } from '#platform/dns';
import type { CallOutcome, OutgoingCall } from './call.ts';
import { rulesOf } from './call-rules.ts';
import { makeCall, type StandIn } from './make-call.ts';

/** What a call needs of a context. The look-ups of a project's context are in that project's share. */
export interface CallContext {
  readonly config: Config;
  readonly dns: Dns;
}

/**
 * Calls a URL that came from outside, once. The only place that may: see the README for its rules.
 * Never throws for what a URL, a name server or the other side does.
 * `standIn` counts only when ENVIRONMENT is `test`.
 */
export function callUrl(
  { config, dns }: CallContext,
  call: OutgoingCall,
  standIn: StandIn | null = null,
): Promise<CallOutcome> {
  return makeCall(rulesOf(config), dns, call, config.ENVIRONMENT === 'test' ? standIn : null);
}
