import { withFooter } from '#pure/footer';
import {
  cleanSubject,
  hasTemplateLanguage,
  knownLocale,
  localesOf,
  type RenderedText,
  type RenderWarning,
  render,
  renderPlainly,
} from '#pure/templating';
import type { MailBatch, MailRecipient, MailWarning, RenderedMail } from './mail-batch.ts';
import { templateOf } from './template-cache.ts';
import { simpleText, toText } from './to-text.ts';

/** `plain`: substitution that cannot take long, for a mail whose full rendering was stopped. */
export type RenderMode = 'full' | 'plain';

export const slowText = 'The text took longer than half a second.';

const stopped: RenderWarning = { code: 'render_timeout', message: slowText };

/** Subject, body with footer, and text part of one mail. */
export function renderMail(batch: MailBatch, recipient: MailRecipient, renderMode: RenderMode): RenderedMail {
  const { values, footer } = recipient;
  const locales = localesOf(values, batch.language);
  const locale = knownLocale(locales);
  const rendered = (source: string, mode: 'html' | 'text'): RenderedText => {
    const settings = { mode, now: recipient.now ?? batch.now, locale };
    if (renderMode === 'full' && !hasTemplateLanguage(source)) return { text: source, missing: [], warning: null }; // of any size (D-606)
    if (renderMode === 'full') return render(templateOf(source), values, settings);
    // Why: a subject without outputs is complete; a body always loses the better text part.
    const isHarmed = mode === 'html' || hasTemplateLanguage(source);
    return renderPlainly({ source }, values, settings, isHarmed ? stopped : null);
  };
  const subject = rendered(batch.subject, 'text');
  const content = rendered(batch.body, 'html');
  const body = content.text !== null && footer ? withFooter(content.text, footer, locales) : content.text;
  return {
    subject: cleanSubject(subject.text ?? ''),
    body,
    text: textOf(body ?? '', recipient, renderMode),
    missing: [...new Set([...subject.missing, ...content.missing])],
    warnings: [...warningOf('subject', subject), ...warningOf('body', content)],
  };
}

function textOf(body: string, { footer }: MailRecipient, renderMode: RenderMode): string {
  if (renderMode === 'full') return toText(body);
  return [simpleText(body), ...(footer ? [footer.unsubscribeUrl] : [])].join('\n\n');
}

const warningOf = (field: MailWarning['field'], { warning }: RenderedText): MailWarning[] =>
  warning ? [{ ...warning, field }] : [];
