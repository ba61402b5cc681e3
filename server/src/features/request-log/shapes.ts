import { z } from 'zod';
import { Instant, instant } from '#platform/http';
import { timeOfId } from '#platform/ids';
import { cutMark } from '#pure/redaction';
import type { LoggedCall } from './call-row.ts';
import type { CallDetail } from './load-call.ts';

const identities = ['secret', 'public', 'session'] as const;

export const CallReply = z.object({
  requestId: z.uuid(),
  at: Instant,
  method: z.string().nullable(),
  path: z.string().nullable(),
  status: z.int().nullable(),
  durationMs: z.number().nullable(),
  identity: z.enum(identities).nullable(),
  keyLast4: z.string().nullable(),
  userId: z.uuid().nullable(),
  clientAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  idempotencyKey: z.string().nullable(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  suggestion: z.string().nullable(),
  isDeprecated: z.boolean(),
  leftOut: z.int(),
});

export const CallDetailReply = CallReply.extend({
  requestHeaders: z.record(z.string(), z.string()),
  requestBody: z.string().nullable(),
  responseBody: z.string().nullable(),
  ignoredFields: z.array(z.string()),
  emails: z.array(z.uuid()),
  contacts: z.array(z.uuid()),
  events: z.array(z.uuid()),
});

/** D-1042. */
export const toCallReply = ({ id, ...call }: LoggedCall): z.output<typeof CallReply> => ({
  requestId: id,
  at: instant(timeOfId(id)),
  ...call,
});

export function toCallDetailReply(call: CallDetail): z.output<typeof CallDetailReply> {
  const { contentType, headerNames, ignoredFields, emails, contacts, events, requestBody, responseBody, ...row } = call;
  return {
    ...toCallReply(row),
    requestHeaders: headersOf(headerNames, {
      'content-type': contentType,
      'user-agent': row.userAgent,
      'idempotency-key': row.idempotencyKey,
    }),
    requestBody,
    responseBody,
    ignoredFields: ignoredFields ?? [],
    emails,
    contacts,
    events,
  };
}

/** The values of three headers are kept, of the others the name alone (D-1045). */
function headersOf(names: string | null, kept: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(
    (names?.split(',') ?? []).map((name) => [name, (Object.hasOwn(kept, name) ? kept[name] : null) ?? cutMark]),
  );
}
