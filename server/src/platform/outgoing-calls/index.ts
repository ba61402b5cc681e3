export type { CallOutcome, OutgoingCall } from './call.ts';
export { CallSlots } from './call-slots.ts';
export { type CallContext, callUrl } from './call-url.ts';
