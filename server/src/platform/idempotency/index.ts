export { type Claim, claimKey } from './claim-key.ts';
export { type EarlierUse, readKey } from './read-key.ts';
export { BadIdempotencyKey, KeyReused } from './refusals.ts';
export { releaseKey, settleKey } from './settle-key.ts';
