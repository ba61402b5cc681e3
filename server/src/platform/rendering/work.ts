import type { MailBatch, MailTexts, PreparedTexts, RenderedMail } from './mail-batch.ts';
import { readTexts } from './read-texts.ts';
import type { Manner } from './render-mail.ts';
import { renderMail } from './render-mail.ts';
import { templateOf } from './template-cache.ts';

/** What a thread is asked to do. `progress` is shared memory: the number of the piece it is at, from 1. */
export type Task = { readonly progress: SharedArrayBuffer } & (
  | { readonly kind: 'mails'; readonly batch: MailBatch; readonly manner: Manner }
  | { readonly kind: 'prepare'; readonly texts: MailTexts; readonly inlines: boolean }
);

const mostCharacters = 4 * 1024 * 1024;

/** Mails of a batch, in order. Fewer than asked for when they are large: a thread never holds more than it must. */
export function renderBatch({ batch, manner, progress }: Task & { kind: 'mails' }): RenderedMail[] {
  const templates = { subject: templateOf(batch.subject), body: templateOf(batch.body) };
  const place = new Int32Array(progress);
  const mails: RenderedMail[] = [];
  let characters = 0;
  for (const recipient of batch.recipients) {
    Atomics.add(place, 0, 1);
    const mail = renderMail(templates, batch, recipient, manner);
    mails.push(mail);
    characters += (mail.body?.length ?? 0) + mail.text.length;
    if (characters > mostCharacters) break;
  }
  return mails;
}

/** Reads the texts of a template as strictly as saving does, and inlines the style sheets of its body. */
export async function prepare({ texts, inlines, progress }: Task & { kind: 'prepare' }): Promise<PreparedTexts> {
  Atomics.store(new Int32Array(progress), 0, 1);
  const read = readTexts(texts);
  if (!inlines || read.errors.length > 0) return read;
  // Why here: it brings a whole HTML and CSS parser with it, which a thread that only renders never needs.
  const { inlineCss } = await import('./inline-css.ts');
  return { ...read, inlinedBody: inlineCss(texts.body) };
}
