import { newProgress } from '#platform/threads';
import type { PreparedTexts } from './mail-batch.ts';
import type { TextRendering } from './text-batch.ts';
import { prepare, type RenderedBatch, renderBatch, renderTextBatch, type Task } from './work.ts';

/** The entry point of a rendering thread. It has no environment, and may be terminated at any moment. */
export function work(task: Task): RenderedBatch | TextRendering | Promise<PreparedTexts> {
  switch (task.kind) {
    case 'mails':
      return renderBatch(task);
    case 'texts':
      return renderTextBatch(task);
    case 'prepare':
      return prepare(task);
  }
}

// Why at the start: the first run of a thread takes a hundred times as long, and no mail waits for it yet.
renderBatch({
  kind: 'mails',
  renderMode: 'full',
  progress: newProgress(),
  batch: {
    subject: 'x',
    body: '<h1>{{ a }}</h1><p>{% for i in (1..3) %}{{ i | plus: 1 }}{% endfor %}{{ "now" | date: "%d %B" }}</p>',
    now: new Date(0),
    language: 'en',
    recipients: [{ values: { a: 1 }, footer: null }],
  },
});
