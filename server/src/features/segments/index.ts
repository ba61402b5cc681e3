export { loadAudience } from './audience.ts';
export { segments } from './feature.ts';
export type { Segment, SegmentId } from './segment.ts';
