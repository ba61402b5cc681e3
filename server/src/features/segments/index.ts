export { loadAudience } from './audience.ts';
export { checkCondition } from './check-references.ts';
export { ConditionTree, conditionIssues, conditionMeta } from './condition-shape.ts';
export { segments } from './feature.ts';
export { requireSegment } from './find-segment.ts';
export { SegmentNotFound } from './refusals.ts';
export type { SegmentId } from './segment.ts';
