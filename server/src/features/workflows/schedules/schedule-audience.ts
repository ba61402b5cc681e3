import { type Condition, storedCondition } from '#pure/conditions';
import type { Workflow } from '../workflow.ts';

/** Who enters at each time; a segment is a condition of its own. Null: nobody. */
export function scheduleAudience({ triggerConfig }: Pick<Workflow, 'triggerConfig'>): Condition | null {
  const { segmentId, audienceCondition } = triggerConfig ?? {};
  if (audienceCondition) return storedCondition(audienceCondition);
  if (typeof segmentId !== 'string') return null;
  const filter = { field: `segment.${segmentId}`, operator: 'memberOfSegment' };
  return storedCondition({ logic: 'AND', groups: [{ filters: [filter] }] });
}
