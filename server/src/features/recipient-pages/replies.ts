import { z } from 'zod';
import { type Answer, answer, type RefusalPage } from '#platform/http';
import { type PageCall, TooManyRequests } from '#platform/identity';
import type { Refusal } from '#platform/refusals';
import {
  acceptedLanguages,
  maskedAddress,
  type PageMessage,
  type PageTexts,
  pageReply,
  pageTexts,
  type RecipientPage,
} from '#pure/recipient-pages';
import { ChoiceNotUnderstood, LinkIncomplete } from './refusals.ts';
import type { Visitor } from './visitor.ts';

/** D-655: the content of a page as JSON. */
export const VisitorReply = z
  .object({
    email: z.string().nullable(),
    subscribed: z.boolean(),
    project: z.string().nullable(),
    locale: z.string(),
  })
  .meta({ id: 'Recipient' });

/** The page, or its content as JSON for programs that ask for it. */
export function replyTo(call: PageCall, visitor: Visitor, subscribed: boolean, page: RecipientPage): Answer {
  if (!wantsJson(call)) {
    const { body, headers } = pageReply(page);
    return answer(200, body, headers);
  }
  const { address, project, texts } = visitor;
  const reply: z.output<typeof VisitorReply> = {
    email: address && maskedAddress(address),
    subscribed,
    project: project?.name ?? null,
    locale: texts.language,
  };
  return answer(200, reply, { ...commonHeaders, 'content-type': 'application/json; charset=utf-8' });
}

export const wantsJson = ({ header }: Pick<PageCall, 'header'>): boolean =>
  accepts(header, 'application/json') && !accepts(header, 'text/html');

export const accepts = (header: PageCall['header'], type: string): boolean =>
  (header('accept') ?? '').toLowerCase().includes(type);

export const plainText = (text: string): Answer =>
  answer(200, text, { ...commonHeaders, 'content-type': 'text/plain; charset=utf-8' });

/** Headers of every reply here that is not one of our pages. */
export const commonHeaders = { 'x-robots-tag': 'noindex', vary: 'Accept, Accept-Language' } as const;

/** A refusal as a page, because a person reads it; programs get the usual envelope. */
export const refusalPage: RefusalPage = (refused, header) => {
  if (wantsJson({ header })) return null;
  const texts = pageTexts(...acceptedLanguages(header('accept-language')));
  return pageReply({ language: texts.language, project: null, ...messageFor(refused, texts) });
};

function messageFor(refused: Refusal | null, texts: PageTexts): PageMessage {
  switch (refused?.code) {
    case TooManyRequests.code:
      return texts.tooMany;
    case ChoiceNotUnderstood.code:
      return texts.notUnderstood;
    case LinkIncomplete.code:
      return refused?.text.details?.resource === 'email' ? texts.expired : texts.incomplete;
    default:
      return texts.failed;
  }
}
