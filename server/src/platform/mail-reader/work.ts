import { beginPiece, type ThreadTask } from '#platform/threads';
import { readSubmission, type Submission } from '#pure/submitted-mail';

/** A message for a thread to take apart. */
export type Task = ThreadTask & Submission;

/** A mail as the text of a body of `POST /v1/send`, or why there is none. */
export type MailReading =
  | { readonly kind: 'read'; readonly body: Uint8Array; readonly idempotencyKeys: readonly string[] }
  | { readonly kind: 'unreadable'; readonly message: string };

/** The same message always becomes the same bytes: an idempotency key knows a repeat by them. */
export async function read({ progress, ...submission }: Task): Promise<MailReading> {
  beginPiece(progress);
  const reading = await readSubmission(submission);
  if (reading.kind === 'unreadable') return reading;
  const { body, idempotencyKeys } = reading;
  return { kind: 'read', body: new TextEncoder().encode(JSON.stringify(body)), idempotencyKeys };
}
