export type { Claim, Ending } from './claim.ts';
export { defineSpool, type Equipment, type SpoolDefinition } from './define-spool.ts';
export { completeAllIn, completeIn, postponeAllIn, postponeIn } from './end-in.ts';
export { type RunningSpools, startSpools } from './start-spools.ts';
export { tellOthers } from './wake-calls.ts';
