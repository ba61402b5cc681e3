import type { TextRendering } from '#platform/rendering';
import type { StepError } from '#pure/workflow-graph';

export const isStepError = (value: object): value is StepError => 'code' in value && 'message' in value;

/** A text of a step that could not be rendered as written (D-912). */
export const renderError = ({ failure }: Extract<TextRendering, { kind: 'failed' }>): StepError => ({
  code: 'RENDER_FAILED',
  message: failure.message,
});
