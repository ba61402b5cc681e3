import type { PreparedTexts } from './mail-batch.ts';
import { newProgress } from './progress.ts';
import type { RenderedBatch, Task } from './work.ts';
import { prepare, renderBatch } from './work.ts';

let isWarm = false;

/** The entry of a rendering thread. It has no environment, and may be ended at any moment. */
export function work(task: Task): RenderedBatch | Promise<PreparedTexts> {
  warmUp();
  return task.kind === 'mails' ? renderBatch(task) : prepare(task);
}

/** Why: what a thread does for the first time takes a hundred times as long, and the first mail is not to blame. */
function warmUp(): void {
  if (isWarm) return;
  isWarm = true;
  const body = '<h1>{{ a }}</h1><p>{% for i in (1..3) %}{{ i | plus: 1 }}{% endfor %}{{ "now" | date: "%d %B" }}</p>';
  const recipients = [{ values: { a: 1 }, footer: null }];
  renderBatch({
    kind: 'mails',
    manner: 'full',
    progress: newProgress(),
    batch: { subject: 'x', body, now: new Date(0), language: 'en', recipients },
  });
}
