export type { CallOutcome, OutgoingCall } from './call.ts';
export { CallSlots } from './call-slots.ts';
export { type CallContext, callUrl } from './call-url.ts';
export { connectToMailHost, mailHostProblem } from './connect-to-mail-host.ts';
export { readRetryAfter } from './read-retry-after.ts';
export { urlProblem } from './url-problem.ts';
