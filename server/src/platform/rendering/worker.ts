import type { PreparedTexts } from './mail-batch.ts';
import { newProgress } from './progress.ts';
import type { RenderedBatch, Task } from './work.ts';
import { prepare, renderBatch } from './work.ts';

/** The entry of a rendering thread. It has no environment, and may be ended at any moment. */
export const work = (task: Task): RenderedBatch | Promise<PreparedTexts> =>
  task.kind === 'mails' ? renderBatch(task) : prepare(task);

// Why at the start: what a thread does for the first time takes a hundred times as long, and nobody waits for it yet.
renderBatch({
  kind: 'mails',
  manner: 'full',
  progress: newProgress(),
  batch: {
    subject: 'x',
    body: '<h1>{{ a }}</h1><p>{% for i in (1..3) %}{{ i | plus: 1 }}{% endfor %}{{ "now" | date: "%d %B" }}</p>',
    now: new Date(0),
    language: 'en',
    recipients: [{ values: { a: 1 }, footer: null }],
  },
});
