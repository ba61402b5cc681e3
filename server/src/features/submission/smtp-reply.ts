import type { LocalReply } from '#platform/http';
import { type SmtpRefusal, smtpRefusal } from '#platform/smtp';

/** The error of a reply, as far as it is shown. */
interface ReplyError {
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly { readonly field: string; readonly message: string; readonly code: string }[];
  readonly suggestion?: string;
}

const maxProblems = 3;
/** A line of a reply has 512 bytes at most (RFC 5321), with code and line end. */
const maxCharacters = 480;

/** A server that is being stopped refuses in another form. */
const withoutEnvelope: ReplyError = { code: '', message: 'Not possible now, try again later' };

export function errorOf({ body }: LocalReply): ReplyError {
  const { error } = body as { error?: ReplyError | string }; // the envelope of all refusals, or that of the HTTP library
  return typeof error === 'object' ? error : withoutEnvelope;
}

/** The refusal of a send as SMTP says it: the same sentence, and whether a repeat makes sense (D-688). */
export function refusalOf(reply: LocalReply): SmtpRefusal {
  const error = errorOf(reply);
  const [code, enhanced] = codesOf(reply, error);
  return smtpRefusal(code, enhanced, sentenceOf(error));
}

function codesOf({ status, isTemporary }: LocalReply, { errors = [] }: ReplyError): readonly [number, string] {
  if (status === 429) return [450, '4.7.1'];
  if (isTemporary) return status < 500 ? [452, '4.3.1'] : [451, '4.3.0'];
  const first = errors[0];
  if (status === 401) return [535, '5.7.8'];
  if (status === 402 || status === 403) return [550, '5.7.1'];
  if (status === 413 || first?.code === 'too_big') return [552, '5.3.4'];
  return first && /^to\b/.test(first.field) ? [550, '5.1.3'] : [550, '5.6.0'];
}

function sentenceOf({ message, errors = [], suggestion }: ReplyError): string {
  const problems = errors.slice(0, maxProblems).map(({ field, message: what }) => `${field}: ${what}`);
  const all = [problems.length > 0 ? `${message}:` : message, ...problems, ...(suggestion ? [suggestion] : [])].join(
    ' ',
  );
  return oneLine(all);
}

/** Replies are ASCII; a field may be named by the sender. */
const oneLine = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, maxCharacters);
