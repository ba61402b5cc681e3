import type { ExecutionDetails, StepRecord } from '#features/workflows';
import { cutText, momentText, valueText } from './texts.ts';
import { type CheckResult, checkOf, type WhyCheck } from './why.ts';

/** What the steps of an execution say of a mail that is not there. */
export function stepsCheck(details: ExecutionDetails): WhyCheck {
  const { status, exitReason } = details.execution;
  const of = (result: CheckResult, message: string) => checkOf('delivery', result, message, { actual: status });
  switch (status) {
    case 'RUNNING':
    case 'WAITING':
      return of('unknown', placeText(details));
    case 'FAILED':
      return of('fail', failureText(details.steps));
    case 'CANCELLED':
      return of('fail', `The execution was cancelled (${exitReason})`);
    case 'EXITED':
    case 'COMPLETED':
      return endCheck(details, of);
  }
}

/** Where an execution under way is, and what for. */
function placeText({ execution: { step, open }, steps }: ExecutionDetails): string {
  const at = `The contact is at the step ${valueText(step?.name ?? null)}`;
  const until = steps.at(-1)?.executeAfter ?? steps.at(-1)?.scheduledFor ?? null;
  const event = open?.waitingFor ? `, which waits for the event ${valueText(open.waitingFor)}` : '';
  return `${at}${event}${until === null ? '' : ` until ${momentText(new Date(until))}`}`;
}

function failureText(steps: readonly StepRecord[]): string {
  const failed = steps.findLast(({ status }) => status === 'FAILED');
  if (!failed) return 'A step failed';
  const why = failed.error ? `: ${cutText(failed.error.message)} (${failed.error.code})` : '';
  return `The step ${valueText(failed.name)} failed${why}`;
}

/** An end without a mail: it went to another address, is no longer found, or the contact took another way. */
function endCheck(
  { execution: { exitReason }, steps }: ExecutionDetails,
  of: (result: CheckResult, message: string) => WhyCheck,
): WhyCheck {
  const mail = steps.findLast(({ type, status }) => type === 'SEND_EMAIL' && status === 'COMPLETED');
  if (mail?.output?.recipientType === 'CUSTOM') {
    return of('fail', `The mail of the step ${valueText(mail.name)} was for another address`);
  }
  if (mail)
    return of('unknown', `The step ${valueText(mail.name)} made a mail that is not among the newest of the contact`);
  const turn = steps.findLast(({ type }) => type === 'CONDITION' || type === 'WAIT_FOR_EVENT');
  const way = turn ? ` after the step ${valueText(turn.name)} (${turnText(turn)})` : '';
  const end = exitReason === null ? 'The contact came to the end' : `The contact left (${cutText(exitReason)})`;
  return of('fail', `${end} without a mail${way}`);
}

function turnText({ type, output }: StepRecord): string {
  if (type === 'CONDITION') return `branch ${valueText(output?.branch ?? null)}`;
  return output?.timedOut === true ? 'timed out' : 'event received';
}
