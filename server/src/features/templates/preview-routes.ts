import { z } from 'zod';
import { answer, definePageRoute, defineRoute, Instant, instant, type RefusalPage } from '#platform/http';
import { limits } from '#pure/limits';
import { findPreview, storePreview } from './preview-pages.ts';
import { PreviewNotFound } from './refusals.ts';
import { PreviewHtml } from './shapes.ts';

export const createPreview = defineRoute({
  method: 'POST',
  path: '/previews',
  summary: 'Keep rendered HTML for a minute under an address for a frame',
  description: `At most ${limits.previewsPerProject} of a project are kept; a further one ends the oldest.`,
  access: 'secret',
  body: z.object({ html: PreviewHtml }),
  bodyLimitBytes: limits.previewBodyBytes,
  replies: { 201: z.object({ url: z.string(), expiresAt: Instant }) },
  // Why: the address opens without a key.
  isReplyHidden: true,
  isBodyHidden: true,
  async run(ctx, { body: { html } }) {
    const { url, expiresAt } = await storePreview(ctx, html);
    return { url, expiresAt: instant(expiresAt) };
  },
});

/** Shown in a frame of the dashboard: the page is not ours, so nothing in it runs, and no form of it is sent. */
const headersOf = (areImagesLoaded: boolean): Record<string, string> => {
  const remote = areImagesLoaded ? ['img-src https: data:', 'font-src https:'] : ['img-src data:'];
  const policy = ['sandbox', "default-src 'none'", "style-src 'unsafe-inline'", ...remote, "frame-ancestors 'self'"];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'x-robots-tag': 'noindex',
  };
};

/** A page too, because the usual refusal may not be shown in a frame. */
const refusalPage: RefusalPage = () => ({
  body: '<!doctype html><html lang="en"><title>Preview</title><p>This preview cannot be shown any more. Open it again.</p></html>',
  headers: headersOf(false),
});

export const showPreview = definePageRoute({
  method: 'GET',
  path: '/preview/:token',
  summary: 'Rendered HTML as a page, without scripts',
  params: z.object({ token: z.string() }),
  query: z.object({
    images: z.string().optional().meta({ description: '`off`: images and fonts of other hosts are not loaded.' }),
  }),
  produces: 'text/html',
  replies: { 200: z.string() },
  refuses: [PreviewNotFound],
  refusalPage,
  async run(call, { params: { token }, query: { images } }) {
    return answer(200, await findPreview(call, token), headersOf(images !== 'off'));
  },
});
