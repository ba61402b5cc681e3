import type { InstanceContext } from '#platform/context';
import { Refusal } from '#platform/refusals';
import { NoFreeSlot } from '#platform/shares';
import { isSmtpRefusal, type SmtpRefusal, smtpRefusal, tryLater } from '#platform/smtp';

export const shuttingDown = (): SmtpRefusal => smtpRefusal(421, '4.3.2', 'The server is being stopped, try again');

/** Any error as a reply: those of ours ask the client to try again. */
export function asRefusal(ctx: InstanceContext, error: unknown): SmtpRefusal {
  if (isSmtpRefusal(error)) return error;
  if (error instanceof Refusal) return smtpRefusal(454, '4.7.0', error.text.message); // of the entry: too many attempts
  if (error instanceof NoFreeSlot) return smtpRefusal(451, '4.3.1', 'Too much mail at once, try again later');
  ctx.log.error({ error }, 'submitted mail could not be taken');
  return tryLater();
}
