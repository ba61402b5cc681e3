import type { Template } from '#features/templates';
import { type FieldProblem, Invalid } from '#platform/refusals';
import { normaliseAddress } from '#pure/addresses';
import type { EmailType } from '../email.ts';
import type { SendRequest } from './send-body.ts';

/** Texts and sender of a send: the request's, else the template's (contract/05, 1.3 and 1.6). */
export interface MergedTexts {
  readonly subject: string;
  readonly body: string;
  readonly fromEmail: string;
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly type: EmailType;
}

/** Throws one refusal that names all fields missing after the merge (D-602). */
export function mergeTemplate(request: SendRequest, template: Template | null): MergedTexts {
  const subject = request.subject ?? template?.subject;
  const body = request.body ?? template?.bodyInlined ?? template?.body;
  const fromEmail = request.from?.email ?? template?.fromEmail ?? undefined;
  if (subject === undefined || body === undefined || fromEmail === undefined) {
    throw Invalid(missing({ subject, body, from: fromEmail }));
  }
  return {
    subject,
    body,
    fromEmail,
    fromName: nameOf(request, template),
    replyTo: request.reply ?? request.replyTo ?? headerAddress(request) ?? template?.replyTo ?? null,
    type: template?.type ?? 'TRANSACTIONAL',
  };
}

/** The deprecated `name` counts only beside a `from` that is a text without a name. */
function nameOf({ from, name }: SendRequest, template: Template | null): string | null {
  const beside = from?.isText ? name?.trim() : '';
  return from?.name || beside || template?.fromName || null;
}

const headerAddress = ({ headers = {} }: SendRequest): string | undefined => {
  const [, value] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'reply-to') ?? [];
  return value === undefined ? undefined : (normaliseAddress(value) ?? undefined);
};

const missing = (parts: Readonly<Record<string, string | undefined>>): FieldProblem[] =>
  Object.entries(parts)
    .filter(([, value]) => value === undefined)
    .map(([field]) => ({ field, code: 'required', message: 'This field is required, here or in the template.' }));
