import type { FooterText } from './footer-texts.ts';
import { footerTexts } from './footer-texts.ts';

export interface FooterFacts {
  readonly projectName: string;
  readonly unsubscribeUrl: string;
  readonly manageUrl: string;
}

/** Puts the footer under a rendered body, in the mail's language, unless the author has placed a link (D-512, D-622). */
export function withFooter(body: string, facts: FooterFacts, locale: string): string {
  if (holds(body, facts.unsubscribeUrl) || holds(body, facts.manageUrl)) return body;
  const end = body.toLowerCase().lastIndexOf('</body>');
  const line = footerLine(facts, locale);
  return end === -1 ? `${body}${line}` : `${body.slice(0, end)}${line}${body.slice(end)}`;
}

/** As it stands, or as an output would have escaped it. */
const holds = (body: string, url: string): boolean => body.includes(url) || body.includes(escaped(url));

function footerLine({ projectName, unsubscribeUrl }: FooterFacts, locale: string): string {
  const { sentence, unsubscribe } = textsOf(locale);
  const style = 'margin:24px 0 0;font-size:12px;line-height:18px;color:#6b7280;text-align:center';
  const link = `<a href="${escaped(unsubscribeUrl)}" style="color:#6b7280">${escaped(unsubscribe)}</a>`;
  return `\n<p style="${style}">${escaped(sentence(projectName))} ${link}</p>\n`;
}

/** `pt-BR` is Portuguese; what we do not speak is English. */
function textsOf(locale: string): FooterText {
  const [language = ''] = locale.toLowerCase().split(/[-_]/, 1);
  const texts = footerTexts.get(language) ?? footerTexts.get('en');
  if (!texts) throw new Error('the footer exists in English');
  return texts;
}

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
