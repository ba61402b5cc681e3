import type { JsonObject } from '#pure/custom-fields';

/** The sources of the values of one mail, highest precedence first (D-524). */
export interface ScopeSources {
  readonly contact: { readonly id: string; readonly email: string; readonly data: JsonObject };
  readonly links: { readonly unsubscribeUrl: string; readonly subscribeUrl: string; readonly manageUrl: string };
  /** Values of this send only. */
  readonly once?: JsonObject;
  /** Context of a workflow execution. */
  readonly event?: JsonObject;
  /** The default of `locale`. */
  readonly language: string;
}

/** Names that have a value in every mail, whatever the contact's data holds. */
export const builtInNames: ReadonlySet<string> = new Set([
  ...['email', 'id', 'postrider_email', 'postrider_id'],
  ...['unsubscribeUrl', 'subscribeUrl', 'manageUrl', 'data'],
]);

/** All values a text can name, without a prototype. */
export function buildScope({ contact, links, once = {}, event, language }: ScopeSources): JsonObject {
  const data: JsonObject = Object.assign(Object.create(null), contact.data, event, once);
  return Object.assign(Object.create(null), { locale: language }, withoutNull(data), {
    data,
    ...(event ? { event } : {}),
    email: contact.email,
    id: contact.id,
    postrider_email: contact.email,
    postrider_id: contact.id,
    ...links,
  });
}

/** A `locale` of null is none. */
const withoutNull = (data: JsonObject): JsonObject => {
  if (data.locale !== null) return data;
  const { locale: _none, ...rest } = data;
  return rest;
};

/** Languages of a mail, the most preferred first: its `locale`, if that is a text, then the project's (D-211). */
export const localesOf = (scope: JsonObject, language: string): readonly string[] =>
  typeof scope.locale === 'string' && scope.locale !== '' ? [scope.locale, language] : [language];
