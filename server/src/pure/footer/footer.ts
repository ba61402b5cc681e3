import type { FooterText } from './footer-texts.ts';
import { footerTexts } from './footer-texts.ts';

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

/** As it stands, or as an output would have escaped it. */
const holds = (body: string, url: string): boolean => body.includes(url) || body.includes(escaped(url));

function footerLine({ projectName, unsubscribeUrl }: FooterFacts, locales: readonly string[]): string {
  const { sentence, unsubscribe } = textsOf(locales);
  const style = 'margin:24px 0 0;font-size:12px;line-height:18px;color:#6b7280;text-align:center';
  const link = `<a href="${escaped(unsubscribeUrl)}" style="color:#6b7280">${escaped(unsubscribe)}</a>`;
  return `\n<p style="${style}">${escaped(sentence(projectName))} ${link}</p>\n`;
}

/** The first language that we speak: `pt-BR` is Portuguese. English when we speak none (D-512). */
function textsOf(locales: readonly string[]): FooterText {
  const spoken = locales.flatMap((locale) => footerTexts.get(locale.toLowerCase().split(/[-_]/, 1)[0] ?? '') ?? []);
  const texts = spoken[0] ?? footerTexts.get('en');
  if (!texts) throw new Error('the footer exists in English');
  return texts;
}

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
