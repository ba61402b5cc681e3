import type { MailBatch, MailTexts, PreparedTexts, RenderedMail } from './mail-batch.ts';
import { beginPiece, ownTime } from './progress.ts';
import { readTexts } from './read-texts.ts';
import type { Manner } from './render-mail.ts';
import { renderMail } from './render-mail.ts';

/** What a thread is asked to do. */
export type Task = { readonly progress: SharedArrayBuffer } & (
  | { readonly kind: 'mails'; readonly batch: MailBatch; readonly manner: Manner }
  | { readonly kind: 'prepare'; readonly texts: MailTexts; readonly inlines: boolean }
);

const mostCharacters = 1024 * 1024;

/** What a thread made of a batch, and the time of its own that it took. */
export interface RenderedBatch {
  readonly mails: readonly RenderedMail[];
  readonly usedMs: number;
}

/** Mails of a batch, in order. Fewer than asked for when they are large: a thread never holds more than it must. */
export function renderBatch({ batch, manner, progress }: Task & { kind: 'mails' }): RenderedBatch {
  const began = ownTime();
  const mails: RenderedMail[] = [];
  let characters = 0;
  for (const recipient of batch.recipients) {
    beginPiece(progress);
    const mail = renderMail(batch, recipient, manner);
    mails.push(mail);
    characters += (mail.body?.length ?? 0) + mail.text.length;
    if (characters > mostCharacters) break;
  }
  return { mails, usedMs: ownTime() - began };
}

/** Reads the texts of a template as strictly as saving does, and inlines the style sheets of its body. */
export async function prepare({ texts, inlines, progress }: Task & { kind: 'prepare' }): Promise<PreparedTexts> {
  // Why first, and only then: it brings a whole HTML and CSS parser with it, which takes its time and is rarely needed.
  const isStyled = inlines && /<style\b/i.test(texts.body);
  const inline = isStyled ? (await import('./inline-css.ts')).inlineCss : () => null;
  beginPiece(progress);
  const read = readTexts(texts);
  return read.errors.length > 0 ? read : { ...read, inlinedBody: inline(texts.body) };
}
