import { withFooter } from '#pure/footer';
import type { Rendered, RenderWarning } from '#pure/templating';
import { cleanSubject, knownLocale, localesOf, plainly, render } from '#pure/templating';
import type { MailBatch, MailRecipient, MailWarning, RenderedMail } from './mail-batch.ts';
import { templateOf } from './template-cache.ts';
import { simpleText, toText } from './to-text.ts';

/** `plain` is the way that cannot take long, for a mail that was stopped. */
export type Manner = 'full' | 'plain';

const stopped: RenderWarning = { code: 'render_timeout', message: 'The text took longer than half a second.' };

/** Subject, body with footer, and text part of one mail. */
export function renderMail(batch: MailBatch, recipient: MailRecipient, manner: Manner): RenderedMail {
  const { values, footer } = recipient;
  const locales = localesOf(values, batch.language);
  const locale = knownLocale(locales);
  const rendered = (source: string, mode: 'html' | 'text'): Rendered => {
    const settings = { mode, now: batch.now, locale };
    const isBare = !/\{[{%]/.test(source);
    if (manner === 'full' && isBare) return { text: source, missing: [], warning: null }; // of any size (D-606)
    if (manner === 'full') return render(templateOf(source), values, settings);
    // Why: a subject without outputs lost nothing; a body always loses the better text part.
    const isHarmed = mode === 'html' || !isBare;
    return plainly({ source }, values, settings, isHarmed ? stopped : null);
  };
  const subject = rendered(batch.subject, 'text');
  const content = rendered(batch.body, 'html');
  const body = content.text !== null && footer ? withFooter(content.text, footer, locales) : content.text;
  return {
    subject: cleanSubject(subject.text ?? ''),
    body,
    text: textOf(body ?? '', recipient, manner),
    missing: [...new Set([...subject.missing, ...content.missing])],
    warnings: [...warningOf('subject', subject), ...warningOf('body', content)],
  };
}

function textOf(body: string, { footer }: MailRecipient, manner: Manner): string {
  if (manner === 'full') return toText(body);
  return [simpleText(body), ...(footer ? [footer.unsubscribeUrl] : [])].join('\n\n');
}

const warningOf = (field: MailWarning['field'], { warning }: Rendered): MailWarning[] =>
  warning ? [{ ...warning, field }] : [];
