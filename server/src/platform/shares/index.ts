export { NoFreeSlot, Shares, type WaitOptions } from './shares.ts';
