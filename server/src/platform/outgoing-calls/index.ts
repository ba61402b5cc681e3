export type { CallOutcome, OutgoingCall } from './call.ts';
export { CallSlots } from './call-slots.ts';
export { type CallContext, callUrl } from './call-url.ts';
export { readRetryAfter } from './read-retry-after.ts';
export { urlProblem } from './url-problem.ts';
