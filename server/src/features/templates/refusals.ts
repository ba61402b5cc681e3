import type { Reference } from '#platform/references';
import { missing, refusal } from '#platform/refusals';
import { limits } from '#pure/limits';
import { messageWithPosition, type TemplateError } from '#pure/templating';

export const TemplateNotFound = missing('TEMPLATE_NOT_FOUND', 'template');
export const ContactNotFound = missing('CONTACT_NOT_FOUND', 'contact');

export const PreviewNotFound = refusal('missing', 'RESOURCE_NOT_FOUND', () => ({
  message: 'There is no such preview, or its minute is over.',
  details: { resource: 'preview' },
}));

export const TemplateInUse = refusal('conflict', 'TEMPLATE_IN_USE', (steps: readonly Reference[]) => ({
  message: 'Steps of workflows send this template.',
  details: { workflowSteps: steps.slice(0, limits.usesNamedInRefusal).map(toWorkflowStep) },
  suggestion: 'Give these steps another template first.',
}));

/** A workflow step as usage and refusals name it. */
export const toWorkflowStep = ({ id, name, workflow }: Reference) => ({
  id,
  name,
  workflowId: workflow?.id ?? '',
  workflowName: workflow?.name ?? '',
});

type TextError = TemplateError & { readonly field: string };

/** Texts that do not parse, with the position of every mistake (D-534). */
export const TextsInvalid = refusal('invalid', 'VALIDATION_ERROR', (errors: readonly TextError[]) => {
  const syntax = errors.filter((error) => error.code === 'template_syntax');
  const suggestion = errors.find((error) => error.suggestion !== undefined)?.suggestion;
  return {
    message: 'Request validation failed',
    errors: errors.map((error) => ({ field: error.field, code: error.code, message: messageWithPosition(error) })),
    ...(syntax.length > 0 ? { details: { templateErrors: syntax.map(toTemplateError) } } : {}),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
});

export const toTemplateError = ({ field, line, column, message }: TextError) => ({
  field,
  line,
  column,
  message,
});
