import { Shares } from '#platform/shares';
import { makeThreads, type TaskOutcome, type ThreadOptions, type Threads, type TimeLimit } from '#platform/threads';
import { limits } from '#pure/limits';
import type { MailBatch, MailRecipient, MailTexts, PreparedTexts, RenderedMail } from './mail-batch.ts';
import { readTexts } from './read-texts.ts';
import { type RenderMode, renderMail, slowText } from './render-mail.ts';
import { renderStrictly, type StrictMail } from './render-strictly.ts';
import { renderTexts } from './render-texts.ts';
import { isQuick } from './simple-texts.ts';
import type { TextBatch, TextRendering } from './text-batch.ts';
import type { RenderedBatch, Task } from './work.ts';

/** Rendering outside of the event loop that serves requests (D-538). */
export interface Rendering {
  /** Renders a text for many recipients, in their order. It never fails because of a text (D-535). */
  renderMails(project: string, batch: MailBatch): Promise<RenderedMail[]>;
  /** The same without plain substitution: a mail that cannot be rendered as written fails (D-837). */
  renderStrictly(project: string, batch: MailBatch): Promise<StrictMail[]>;
  /** Renders plain texts, as written or not at all; time-outs are tried twice more. */
  renderTexts(project: string, batch: TextBatch): Promise<TextRendering>;
  /** Parses the texts of a template as saving does, and inlines the style sheets of its body. */
  prepareTexts(project: string, texts: MailTexts): Promise<PreparedTexts>;
  /** Values for the metrics. */
  readonly waiting: number;
  readonly stopped: number;
  close(): Promise<void>;
}

/** The same inside one project. */
export type ProjectRendering = {
  renderMails(batch: MailBatch): Promise<RenderedMail[]>;
  renderStrictly(batch: MailBatch): Promise<StrictMail[]>;
  renderTexts(batch: TextBatch): Promise<TextRendering>;
  prepareTexts(texts: MailTexts): Promise<PreparedTexts>;
};

export const renderingFor = (rendering: Rendering, project: string): ProjectRendering => ({
  renderMails: (batch) => rendering.renderMails(project, batch),
  renderStrictly: (batch) => rendering.renderStrictly(project, batch),
  renderTexts: (batch) => rendering.renderTexts(project, batch),
  prepareTexts: (texts) => rendering.prepareTexts(project, texts),
});

/** The threads that render, and nothing of who uses them. */
export type RenderingThreads = Threads<Task>;

export const makeRenderingThreads = (options: ThreadOptions): RenderingThreads =>
  makeThreads<Task>('rendering-thread', options);

interface RenderingOptions extends ThreadOptions {
  /** Threads that another part has made and closes; own ones when left out. */
  readonly borrowed?: RenderingThreads | undefined;
  /** A text was stopped by the time limit or the memory limit. */
  onStop(project: string, cause: unknown): void;
}

/** For one mail, or the texts of one step. */
const mailTimeLimit: TimeLimit = { cpuMs: limits.renderCpuMilliseconds, clockMs: limits.renderMilliseconds };
/** A safety net only: plain substitution is one pass over the text, and stopping it loses the mail. */
const plainTimeLimit: TimeLimit = { cpuMs: 5_000, clockMs: 30_000 };
const prepareTimeLimit: TimeLimit = { cpuMs: 1_000, clockMs: 2_000 };
/** CPU time that one call may use, if its mails are slow on average, before the rest of it gets plain substitution. */
const callMs = limits.renderCpuMillisecondsPerRequest;
const slowMs = 100;
const sliceSize = 50;

type Slice = RenderedBatch & { readonly isStopped: boolean };
const emptySlice: Slice = { mails: [], usedMs: 0, isStopped: true };

export function makeRendering(options: RenderingOptions): Rendering {
  const threads = options.borrowed ?? makeRenderingThreads(options);
  const turns = new Shares({ slots: options.threads, maxPerOwner: () => Math.max(1, options.threads - 1) });
  let stopped = 0;
  const run = async <T>(
    project: string,
    task: Parameters<Threads<Task>['run']>[0],
    timeLimit: TimeLimit,
  ): Promise<TaskOutcome<T>> => {
    const outcome = await turns.within(project, () => threads.run<T>(task, timeLimit));
    if (outcome.kind === 'stopped') {
      stopped += 1;
      options.onStop(project, outcome.cause);
    }
    return outcome;
  };

  /** The mails of a slice, perhaps fewer than it has recipients, and whether it was stopped. */
  async function renderSlice(project: string, batch: MailBatch, renderMode: RenderMode): Promise<Slice> {
    const timeLimit = renderMode === 'full' ? mailTimeLimit : plainTimeLimit;
    const outcome = await run<RenderedBatch>(project, { kind: 'mails', batch, renderMode }, timeLimit);
    if (outcome.kind === 'done') return { ...outcome.result, isStopped: false };
    if (renderMode === 'plain') return { mails: batch.recipients.map(() => failedMail), usedMs: 0, isStopped: true };
    // Why again: what had been rendered before was lost with the thread.
    const before = batch.recipients.slice(0, outcome.at);
    const again =
      before.length > 0 ? await renderSlice(project, { ...batch, recipients: before }, renderMode) : emptySlice;
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
      if (isQuick(batch)) return batch.recipients.map((recipient) => renderMail(batch, recipient, 'full'));
      const mails: RenderedMail[] = [];
      let renderMode: RenderMode = 'full';
      let usedMs = 0;
      let characters = 0;
      const { maxCharacters = Number.POSITIVE_INFINITY } = batch;
      while (mails.length < batch.recipients.length && characters <= maxCharacters) {
        const recipients: MailRecipient[] = batch.recipients.slice(mails.length, mails.length + sliceSize);
        const slice = await renderSlice(project, { ...batch, recipients }, renderMode);
        mails.push(...slice.mails);
        usedMs += slice.usedMs;
        for (const { body } of slice.mails) characters += body?.length ?? 0;
        // Invariant: after the first time-out of a call its remaining recipients get plain substitution (D-619).
        if (slice.isStopped || (usedMs > callMs && usedMs > mails.length * slowMs)) renderMode = 'plain';
      }
      return mails;
    },
    renderStrictly: (project, batch) =>
      renderStrictly(batch, (slice) =>
        run<RenderedBatch>(project, { kind: 'mails', batch: slice, renderMode: 'full' }, mailTimeLimit),
      ),
    renderTexts: (project, batch) =>
      renderTexts(batch, () => run<TextRendering>(project, { kind: 'texts', batch }, mailTimeLimit)),
    async prepareTexts(project, texts) {
      for (const inlines of [true, false]) {
        const outcome = await run<PreparedTexts>(project, { kind: 'prepare', texts, inlines }, prepareTimeLimit);
        if (outcome.kind === 'done') return outcome.result;
      }
      // Why on this thread as a last resort: a machine too busy for its threads must not refuse a good text.
      return readTexts(texts);
    },
    async close() {
      if (!options.borrowed) await threads.close();
    },
  };
}

/** A mail for which even plain substitution was stopped. */
const failedMail: RenderedMail = {
  subject: '(no subject)',
  body: null,
  text: '',
  missing: [],
  warnings: [{ field: 'body', code: 'render_timeout', message: slowText }],
};
