import { Shares } from '#platform/shares';
import type { MailBatch, MailRecipient, MailTexts, PreparedTexts, RenderedMail } from './mail-batch.ts';
import { readTexts } from './read-texts.ts';
import type { Manner } from './render-mail.ts';
import type { Outcome, ThreadOptions, Threads } from './threads.ts';
import { makeThreads } from './threads.ts';
import type { Patience } from './watch.ts';
import type { RenderedBatch } from './work.ts';

/** Rendering apart from the request loop (D-538). */
export interface Rendering {
  /** Renders a text for many recipients, in their order. It never fails because of a text (D-535). */
  renderMails(project: string, batch: MailBatch): Promise<RenderedMail[]>;
  /** Reads the texts of a template as saving does, and inlines the style sheets of its body. */
  prepareTexts(project: string, texts: MailTexts): Promise<PreparedTexts>;
  /** Figures for the operator. */
  readonly waiting: number;
  readonly stopped: number;
  close(): Promise<void>;
}

/** The same inside one project. */
export type ProjectRendering = {
  renderMails(batch: MailBatch): Promise<RenderedMail[]>;
  prepareTexts(texts: MailTexts): Promise<PreparedTexts>;
};

export const renderingFor = (rendering: Rendering, project: string): ProjectRendering => ({
  renderMails: (batch) => rendering.renderMails(project, batch),
  prepareTexts: (texts) => rendering.prepareTexts(project, texts),
});

interface RenderingOptions extends ThreadOptions {
  /** A text was stopped by the clock or by memory. */
  onStop(project: string, cause: unknown): void;
}

/** One mail; one text that is saved. */
const mailPatience: Patience = { ownMs: 500, clockMs: 1_000 };
/** Only against the unforeseen: plain work is one pass over the text, and who loses it loses the mail. */
const plainPatience: Patience = { ownMs: 5_000, clockMs: 30_000 };
const preparePatience: Patience = { ownMs: 1_000, clockMs: 2_000 };
/** What one call may use of the threads, if its mails are slow on average, before the rest of it is substituted plainly. */
const callMs = 10_000;
const slowMs = 100;
const sliceSize = 50;

type Slice = RenderedBatch & { readonly isStopped: boolean };
const none: Slice = { mails: [], usedMs: 0, isStopped: true };

export function makeRendering(options: RenderingOptions): Rendering {
  const threads = makeThreads(options);
  const turns = new Shares({ places: options.threads, each: () => Math.max(1, options.threads - 1) });
  let stopped = 0;
  const run = async <T>(
    project: string,
    task: Parameters<Threads['run']>[0],
    patience: Patience,
  ): Promise<Outcome<T>> => {
    const outcome = await turns.within(project, () => threads.run<T>(task, patience));
    if (outcome.kind === 'stopped') {
      stopped += 1;
      options.onStop(project, outcome.cause);
    }
    return outcome;
  };

  /** The mails of a slice, perhaps fewer than it has recipients, and whether it was stopped on the way. */
  async function renderSlice(project: string, batch: MailBatch, manner: Manner): Promise<Slice> {
    const patience = manner === 'full' ? mailPatience : plainPatience;
    const outcome = await run<RenderedBatch>(project, { kind: 'mails', batch, manner }, patience);
    if (outcome.kind === 'done') return { ...outcome.result, isStopped: false };
    if (manner === 'plain') return { mails: batch.recipients.map(() => lost), usedMs: 0, isStopped: true };
    // Why again: what had been rendered before went with the thread.
    const before = batch.recipients.slice(0, outcome.at);
    const again = before.length > 0 ? await renderSlice(project, { ...batch, recipients: before }, manner) : none;
    return { ...again, isStopped: true };
  }

  return {
    get waiting() {
      return turns.waiting;
    },
    get stopped() {
      return stopped;
    },
    async renderMails(project, batch) {
      const mails: RenderedMail[] = [];
      let manner: Manner = 'full';
      let usedMs = 0;
      let characters = 0;
      const { mostCharacters = Number.POSITIVE_INFINITY } = batch;
      while (mails.length < batch.recipients.length && characters <= mostCharacters) {
        const recipients: MailRecipient[] = batch.recipients.slice(mails.length, mails.length + sliceSize);
        const made = await renderSlice(project, { ...batch, recipients }, manner);
        mails.push(...made.mails);
        usedMs += made.usedMs;
        for (const { body } of made.mails) characters += body?.length ?? 0;
        // Invariant: after the first time-out of a call its remaining recipients are substituted plainly (D-619).
        if (made.isStopped || (usedMs > callMs && usedMs > mails.length * slowMs)) manner = 'plain';
      }
      return mails;
    },
    async prepareTexts(project, texts) {
      for (const inlines of [true, false]) {
        const outcome = await run<PreparedTexts>(project, { kind: 'prepare', texts, inlines }, preparePatience);
        if (outcome.kind === 'done') return outcome.result;
      }
      // Why here at last: a machine too busy for its threads must not refuse a good text.
      return readTexts(texts);
    },
    close: () => threads.close(),
  };
}

/** A mail that even plain substitution did not bring to an end. */
const lost: RenderedMail = {
  subject: '(no subject)',
  body: null,
  text: '',
  missing: [],
  warnings: [{ field: 'body', code: 'render_timeout', message: 'The text took longer than half a second.' }],
};
