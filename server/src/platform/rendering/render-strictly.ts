import type { TaskOutcome } from '#platform/threads';
import type { MailBatch, MailRecipient, RenderedMail } from './mail-batch.ts';
import { renderMail, slowText } from './render-mail.ts';
import { isQuick } from './simple-texts.ts';
import type { RenderedBatch } from './work.ts';

/** Why a mail could not be rendered as written. */
export interface RenderFailure {
  readonly field: 'subject' | 'body';
  readonly line: number | null;
  readonly message: string;
}

export type StrictMail =
  | { readonly kind: 'rendered'; readonly mail: RenderedMail }
  | { readonly kind: 'failed'; readonly failure: RenderFailure }
  /** Not tried, because others before it have failed. */
  | { readonly kind: 'skipped' };

/** Few at first: a text that fails for everybody is found out soon. */
const [firstSlice, laterSlice] = [4, 50];
const maxFailures = 3;
/** A busy machine causes time-outs, too (D-837). */
export const maxTries = 3;

/**
 * Renders a text for many recipients, in their order; what cannot be rendered as written fails its own mail and no other. After
 * some failures the rest is not tried: each may take seconds. There is no plain substitution: it would mail template source.
 */
export async function renderStrictly(
  batch: MailBatch,
  run: (slice: MailBatch) => Promise<TaskOutcome<RenderedBatch>>,
): Promise<StrictMail[]> {
  if (isQuick(batch)) return batch.recipients.map((recipient) => strictly(renderMail(batch, recipient, 'full')));
  const mails: StrictMail[] = [];
  const failures = (): number => mails.filter(({ kind }) => kind === 'failed').length;
  let size = firstSlice;
  let tries = 0;
  while (mails.length < batch.recipients.length && failures() < maxFailures) {
    const recipients: MailRecipient[] = batch.recipients.slice(mails.length, mails.length + size);
    const outcome = await run({ ...batch, recipients });
    if (outcome.kind === 'done') {
      mails.push(...outcome.result.mails.map(strictly));
      size = failures() === 0 ? laterSlice : firstSlice;
      tries = 0;
    } else if (outcome.at > 0) {
      size = outcome.at; // what was rendered before the mail that was stopped was lost with the thread
    } else {
      size = 1;
      tries += 1;
      if (tries < maxTries) continue;
      mails.push({ kind: 'failed', failure: tooSlow });
      tries = 0;
    }
  }
  return batch.recipients.map((_recipient, index) => mails[index] ?? { kind: 'skipped' });
}

const tooSlow: RenderFailure = { field: 'body', line: null, message: slowText };

function strictly(mail: RenderedMail): StrictMail {
  const [warning] = mail.warnings;
  if (!warning && mail.body !== null) return { kind: 'rendered', mail };
  const { field = 'body', line = null, message = 'The text becomes larger than 2 MB.' } = warning ?? {};
  return { kind: 'failed', failure: { field, line, message } };
}
