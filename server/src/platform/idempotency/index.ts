export { claimKey, type KeyClaim } from './claim-key.ts';
export { type EarlierKeyUse, findKeyUse } from './find-key-use.ts';
export { BadIdempotencyKey, KeyReused } from './refusals.ts';
export { releaseKey, settleKey } from './settle-key.ts';
export { wipeIdempotencyKeys } from './wipe-keys.ts';
