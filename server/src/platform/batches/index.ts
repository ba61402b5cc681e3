export { inBatches } from './in-batches.ts';
