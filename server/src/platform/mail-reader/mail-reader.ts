import { Shares } from '#platform/shares';
import { makeThreads, type TimeLimit } from '#platform/threads';
import type { Submission } from '#pure/submitted-mail';
import type { MailReading, Task } from './work.ts';

/** Takes mails apart outside of the event loop that serves requests. */
export interface MailReader {
  /** Throws `NoFreeSlot` when it would have to wait for too long. */
  read(project: string, submission: Submission): Promise<MailReading>;
  close(): Promise<void>;
}

interface MailReaderOptions {
  /** The largest message, for which time and memory must suffice. */
  readonly maxBytes: number;
  onLost(cause: unknown): void;
}

const threads = 1;
/** The pool has one spare thread, which works, too, while none is being replaced. */
const slots = threads + 1;
const maxWaitMs = 30_000;
const maxWaiting = 20;
const megabyte = 1_048_576;

/** Projects take the threads in turn, one each. */
export function makeMailReader({ maxBytes, onLost }: MailReaderOptions): MailReader {
  const megabytes = Math.ceil(maxBytes / megabyte);
  const pool = makeThreads<Task>('mail-reader-thread', { threads, memoryMb: 96 + 12 * megabytes, onLost });
  const turns = new Shares({ slots, maxPerOwner: () => 1 });
  // A megabyte of encoded files takes some 60 ms.
  const timeLimit: TimeLimit = { cpuMs: 2_000 + 400 * megabytes, clockMs: 20_000 + 2_000 * megabytes };
  return {
    async read(project, submission) {
      const outcome = await turns.within(project, () => pool.run<MailReading>(submission, timeLimit), {
        withinMs: maxWaitMs,
        maxWaiting,
      });
      if (outcome.kind === 'done') return outcome.result;
      return { kind: 'unreadable', message: 'Reading the message takes too much time or memory.' };
    },
    close: () => pool.close(),
  };
}
