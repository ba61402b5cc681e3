export type { Claim, ClaimEnding } from './claim.ts';
export { defineSpool, type SpoolDefinition, type WorkerResources } from './define-spool.ts';
export { completeAllIn, completeIn, postponeAllIn, postponeIn } from './end-in.ts';
export { type RunningSpools, startSpools } from './start-spools.ts';
export { notifyOthers } from './wake-calls.ts';
