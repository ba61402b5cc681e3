import { fillText, findTranslation } from '#pure/translations';
import footerTexts from './footer-texts.json' with { type: 'json' };

const translations = new Map(Object.entries(footerTexts));

export interface FooterFacts {
  readonly projectName: string;
  readonly unsubscribeUrl: string;
  readonly manageUrl: string;
}

/** Puts the footer under a rendered body, in the mail's language, unless the author has placed a link (D-512, D-622). */
export function withFooter(body: string, facts: FooterFacts, locales: readonly string[]): string {
  if (holds(body, facts.unsubscribeUrl) || holds(body, facts.manageUrl)) return body;
  const end = body.toLowerCase().lastIndexOf('</body>');
  const line = footerLine(facts, locales);
  return end === -1 ? `${body}${line}` : `${body.slice(0, end)}${line}${body.slice(end)}`;
}

/** As it is, or as an output would have escaped it. */
const holds = (body: string, url: string): boolean => body.includes(url) || body.includes(escaped(url));

/** English when none of the languages is supported (D-512). */
function footerLine({ projectName, unsubscribeUrl }: FooterFacts, locales: readonly string[]): string {
  const { sentence, unsubscribe } = findTranslation(translations, locales) ?? footerTexts.en;
  const style = 'margin:24px 0 0;font-size:12px;line-height:18px;color:#6b7280;text-align:center';
  const link = `<a href="${escaped(unsubscribeUrl)}" style="color:#6b7280">${escaped(unsubscribe)}</a>`;
  return `\n<p style="${style}">${escaped(fillText(sentence, { project: projectName }))} ${link}</p>\n`;
}

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
