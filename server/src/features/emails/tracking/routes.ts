import { z } from 'zod';
import { type Answer, answer, definePageRoute, redirect } from '#platform/http';
import { acceptedLanguages, pageReply, pageTexts, type RecipientPage } from '#pure/recipient-pages';
import { readRecipientToken } from '#pure/recipient-tokens';
import { recipientKeys } from '../links/recipient-urls.ts';
import { findLink } from './find-link.ts';
import { noteHit, projectOf } from './note-hit.ts';

const params = z.object({ token: z.string().meta({ description: 'Signed; stands in mails.' }) });
/** A GIF of one transparent pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export const openPixel = definePageRoute({
  method: 'GET',
  path: '/t/o/:token',
  summary: 'The picture that tells when a mail was opened',
  params,
  replies: { 200: z.string() },
  produces: 'image/gif',
  async run(call, { params: { token: text } }) {
    const token = readRecipientToken(text.replace(/\.gif$/, ''), 'open', recipientKeys(call.config));
    const ctx = token && (await projectOf(call, token));
    if (ctx) await noteHit(call, ctx, 'open', token);
    return answer(200, pixel, { 'content-type': 'image/gif' });
  },
});

export const followLink = definePageRoute({
  method: 'GET',
  path: '/t/c/:token',
  summary: 'The way of a link in a mail to its address',
  params,
  replies: { 302: null, 200: z.string(), 404: z.string() },
  produces: 'text/html',
  refusalPage(_refused, header) {
    const texts = pageTexts(...acceptedLanguages(header('accept-language')));
    return pageReply({ language: texts.language, project: null, ...texts.failed });
  },
  async run(call, { params: { token: text } }) {
    const token = readRecipientToken(text, 'click', recipientKeys(call.config));
    const ctx = token && (await projectOf(call, token));
    const link = ctx && token.linkId !== null ? await findLink(ctx, token.linkId) : null;
    const texts = pageTexts(...acceptedLanguages(call.header('accept-language')), link?.language ?? null);
    if (!link || !ctx) return htmlPage(404, { language: texts.language, project: null, ...texts.incomplete });

    const target = new URL(link.url);
    if (link.isDisabled) {
      const action = { kind: 'link', to: target.href, button: texts.continueButton(target.host) } as const;
      return htmlPage(200, {
        language: texts.language,
        project: link.projectName,
        ...texts.leaving(target.host),
        action,
      });
    }
    await noteHit(call, ctx, 'click', token);
    return redirect(target.href);
  },
});

function htmlPage(status: 200 | 404, page: RecipientPage): Answer {
  const { body, headers } = pageReply(page);
  return answer(status, body, headers);
}
