import { z } from 'zod';
import { CursorPage, defineRoute, pageLimit, pathId } from '#platform/http';
import { ConsentReply, toConsentReply } from './consent-shapes.ts';
import { listConsent } from './list-consent.ts';
import { ContactNotFound } from './refusals.ts';

export const consent = defineRoute({
  method: 'GET',
  path: '/contacts/:id/consent',
  summary: 'How a contact came to its subscription state, newest first',
  access: 'secret',
  params: z.object({ id: pathId<'contact'>('contact', ContactNotFound) }),
  query: z.object({ limit: pageLimit, cursor: z.string().optional() }),
  replies: { 200: CursorPage(ConsentReply) },
  refuses: [ContactNotFound],
  async run(ctx, { params: { id }, query }) {
    const { rows, ...page } = await listConsent(ctx, id, { ...query, cursor: query.cursor });
    return { data: rows.map(toConsentReply), ...page };
  },
});
