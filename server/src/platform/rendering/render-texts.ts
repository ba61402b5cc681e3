import type { TaskOutcome } from '#platform/threads';
import { limits } from '#pure/limits';
import { renderEachText } from './render-each-text.ts';
import { slowText } from './render-mail.ts';
import { maxTries } from './render-strictly.ts';
import { areQuick } from './simple-texts.ts';
import { failedTexts, type TextBatch, type TextRendering } from './text-batch.ts';

/** Renders texts as written, or fails: there is no plain substitution. Texts together, and results together, have one text's limits. */
export async function renderTexts(
  batch: TextBatch,
  run: () => Promise<TaskOutcome<TextRendering>>,
): Promise<TextRendering> {
  if (bytesOf(batch.texts) > limits.templateBytes) return failedTexts('The texts are larger than 512 KB.');
  if (areQuick(batch.texts, [batch.values])) return renderEachText(batch);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const outcome = await run();
    if (outcome.kind === 'done') return outcome.result;
  }
  return failedTexts(slowText);
}

const bytesOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
