import type { Contact } from '#features/contacts';
import type { RecipientUrls } from '#features/emails';
import type { TextBatch } from '#platform/rendering';
import type { JsonObject } from '#pure/custom-fields';
import { buildScope } from '#pure/templating';

/** What the texts of a step are rendered with: `valuesOf`, the project's language, and the moment at which the step runs. */
export type TextScope = Omit<TextBatch, 'texts'>;

interface ValueSources {
  readonly contact: Pick<Contact, 'id' | 'email' | 'data'>;
  /** The context of the execution, which hides the contact's data. */
  readonly context: JsonObject;
  readonly urls: Pick<RecipientUrls, 'unsubscribeUrl' | 'subscribeUrl' | 'manageUrl'>;
  readonly language: string;
}

/** The values that the texts of a step can name (D-924). */
export const valuesOf = ({ contact, context, urls, language }: ValueSources): JsonObject => {
  const { unsubscribeUrl, subscribeUrl, manageUrl } = urls;
  return buildScope({ contact, links: { unsubscribeUrl, subscribeUrl, manageUrl }, event: context, language });
};
