import type { ExecutionDetails, Workflow } from '#features/workflows';
import { momentText, valueText } from './texts.ts';
import { checkOf, type WhyCheck } from './why.ts';

/** When and how the contact entered the workflow. */
export function enteredCheck({ allowReentry }: Workflow, execution: ExecutionDetails['execution']): WhyCheck {
  const { id, startedAt, triggerType, triggerEvent, status } = execution;
  const by = {
    EVENT: `by the event ${valueText(triggerEvent)}`,
    MANUAL: 'by a call',
    SCHEDULE: 'by the schedule',
  }[triggerType];
  const once = allowReentry || status === 'CANCELLED' ? '' : '; a contact enters this workflow once';
  return checkOf('entry', 'pass', `Entered on ${momentText(startedAt)} ${by}${once}`, { actual: id });
}
