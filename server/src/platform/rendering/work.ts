import { beginPiece, type ThreadTask, threadCpuMs } from '#platform/threads';
import type { MailBatch, MailTexts, PreparedTexts, RenderedMail } from './mail-batch.ts';
import { readTexts } from './read-texts.ts';
import { renderEachText } from './render-each-text.ts';
import { type RenderMode, renderMail } from './render-mail.ts';
import type { TextBatch, TextRendering } from './text-batch.ts';

/** A task for a thread. */
export type Task = ThreadTask &
  (
    | { readonly kind: 'mails'; readonly batch: MailBatch; readonly renderMode: RenderMode }
    | { readonly kind: 'texts'; readonly batch: TextBatch }
    | { readonly kind: 'prepare'; readonly texts: MailTexts; readonly inlines: boolean }
  );

const maxCharacters = 1024 * 1024;

/** The mails a thread has rendered of a batch, and the CPU time that took. */
export interface RenderedBatch {
  readonly mails: readonly RenderedMail[];
  readonly usedMs: number;
}

/** Mails of a batch, in order. Fewer than requested when they are large, which limits the memory of a thread. */
export function renderBatch({ batch, renderMode, progress }: Task & { kind: 'mails' }): RenderedBatch {
  const began = threadCpuMs();
  const mails: RenderedMail[] = [];
  let characters = 0;
  for (const recipient of batch.recipients) {
    beginPiece(progress);
    const mail = renderMail(batch, recipient, renderMode);
    mails.push(mail);
    characters += (mail.body?.length ?? 0) + mail.text.length;
    if (characters > maxCharacters) break;
  }
  return { mails, usedMs: threadCpuMs() - began };
}

/** The texts of one step are one piece: their time is limited together. */
export function renderTextBatch({ batch, progress }: Task & { kind: 'texts' }): TextRendering {
  beginPiece(progress);
  return renderEachText(batch);
}

/** Parses the texts of a template as strictly as saving does, and inlines the style sheets of its body. */
export async function prepare({ texts, inlines, progress }: Task & { kind: 'prepare' }): Promise<PreparedTexts> {
  // Why before the piece begins, and only if needed: it loads a whole HTML and CSS parser, which is slow and rarely needed.
  const isStyled = inlines && /<style\b/i.test(texts.body);
  const inline = isStyled ? (await import('./inline-css.ts')).inlineCss : () => null;
  beginPiece(progress);
  const read = readTexts(texts);
  return read.errors.length > 0 ? read : { ...read, inlinedBody: inline(texts.body) };
}
