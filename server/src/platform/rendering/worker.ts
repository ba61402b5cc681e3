import type { PreparedTexts, RenderedMail } from './mail-batch.ts';
import type { Task } from './work.ts';
import { prepare, renderBatch } from './work.ts';

/** The entry of a rendering thread. It has no environment, and may be ended at any moment. */
export const work = (task: Task): RenderedMail[] | Promise<PreparedTexts> =>
  task.kind === 'mails' ? renderBatch(task) : prepare(task);
