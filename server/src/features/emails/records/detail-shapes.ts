import { z } from 'zod';
import { Instant, instant, instantOrNull } from '#platform/http';
import type { EmailDetail } from './email-detail.ts';
import { EmailReply, toEmailReply } from './shapes.ts';

/** An email with its content and history (contract/05, 2.5). */
export const EmailDetailReply = EmailReply.extend({
  body: z.string().nullable(),
  text: z.string().nullable(),
  bodyExpired: z.boolean(),
  headers: z.record(z.string(), z.string()),
  attachments: z.array(
    z.object({
      filename: z.string(),
      contentType: z.string(),
      size: z.int(),
      disposition: z.enum(['attachment', 'inline']),
      contentId: z.string().nullable(),
      sha256: z.string(),
    }),
  ),
  variables: z.record(z.string(), z.object({ value: z.unknown(), persistent: z.boolean() })),
  warnings: z.array(
    z.object({
      code: z.string(),
      field: z.string(),
      message: z.string(),
      line: z.int().optional(),
      column: z.int().optional(),
    }),
  ),
  links: z.array(z.object({ url: z.string(), clicks: z.int() })),
  attemptLog: z.array(
    z.object({
      attempt: z.int(),
      startedAt: Instant.nullable(),
      finishedAt: Instant,
      outcome: z.enum(['ACCEPTED', 'DEFERRED', 'REJECTED', 'UNKNOWN']),
      smtpCode: z.int().nullable(),
      enhancedCode: z.string().nullable(),
      reply: z.string().nullable(),
      relay: z.string().nullable(),
    }),
  ),
  timeline: z.array(z.object({ type: z.string(), at: Instant, data: z.record(z.string(), z.unknown()) })),
}).meta({ id: 'EmailDetail' });

export const toDetailReply = (detail: EmailDetail, projectId: string): z.output<typeof EmailDetailReply> => ({
  ...toEmailReply(detail.email, projectId),
  body: detail.content?.html ?? null,
  text: detail.content?.text ?? null,
  bodyExpired: detail.isExpired,
  headers: detail.facts.headers,
  attachments: detail.facts.attachments.map((file) => ({
    filename: file.filename,
    contentType: file.contentType,
    size: file.size,
    disposition: file.disposition,
    contentId: file.contentId,
    sha256: file.sha256,
  })),
  variables: detail.content?.variables ?? {},
  warnings: detail.facts.warnings,
  links: [...detail.links],
  attemptLog: detail.attempts.map(({ startedAt, finishedAt, ...rest }) => ({
    ...rest,
    startedAt: instantOrNull(startedAt),
    finishedAt: instant(finishedAt),
  })),
  timeline: detail.timeline.map(({ type, at, data }) => ({ type, at: instant(at), data: { ...data } })),
});
