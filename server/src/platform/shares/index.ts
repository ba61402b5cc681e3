export { NoFreeSlot, Shares, type WaitOptions } from './shares.ts';
export { streamAlone } from './stream-alone.ts';
