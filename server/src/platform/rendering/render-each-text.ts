import { limits } from '#pure/limits';
import { hasTemplateLanguage, knownLocale, localesOf, type RenderedText, render } from '#pure/templating';
import { templateOf } from './template-cache.ts';
import { failedTexts, type TextBatch, type TextRendering } from './text-batch.ts';

/** Renders plain texts as written, without a time limit. */
export function renderEachText({ texts, values, language, now }: TextBatch): TextRendering {
  const settings = { mode: 'text', now, locale: knownLocale(localesOf(values, language)) } as const;
  const rendered: string[] = [];
  let bytes = 0;
  for (const source of texts) {
    const { text, warning }: RenderedText = hasTemplateLanguage(source)
      ? render(templateOf(source), values, settings)
      : { text: source, missing: [], warning: null };
    if (warning) return failedTexts(warning.message, warning.line);
    bytes += Buffer.byteLength(text ?? '');
    if (text === null || bytes > limits.renderedTextBytes) return failedTexts('The texts become larger than 2 MB.');
    rendered.push(text);
  }
  return { kind: 'rendered', texts: rendered };
}
