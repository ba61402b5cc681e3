import { recipientPath } from '#features/emails';
import type { PageCall } from '#platform/identity';
import { maskedAddress, type PageAction, type PageMessage, type RecipientPage } from '#pure/recipient-pages';
import type { Visitor } from './visitor.ts';

export const askToUnsubscribe = (visitor: Visitor): RecipientPage =>
  pageFor(visitor, (texts, project) => ({
    ...texts.unsubscribe(project),
    action: { kind: 'post', button: texts.unsubscribeButton },
    note: texts.stillSent,
  }));

/** Undo is a form of the page that subscribes, so that nothing is changed by following a link. */
export const unsubscribed = (call: PageCall, visitor: Visitor): RecipientPage =>
  pageFor(visitor, (texts, project, handle) => ({
    ...texts.unsubscribed(project),
    note: texts.stillSent,
    secondary: {
      label: texts.changedMind,
      action: postTo(call, visitor, handle, 'subscribe', texts.subscribeAgainButton),
    },
  }));

export const askToSubscribe = (visitor: Visitor): RecipientPage =>
  pageFor(visitor, (texts, project) => ({
    ...texts.subscribe(project),
    action: { kind: 'post', button: texts.subscribeButton },
  }));

export const subscribed = (call: PageCall, visitor: Visitor): RecipientPage =>
  pageFor(visitor, (texts, project, handle) => ({
    ...texts.subscribed(project),
    secondary: {
      label: texts.changedMind,
      action: postTo(call, visitor, handle, 'unsubscribe', texts.unsubscribeButton),
    },
  }));

export const manage = (call: PageCall, visitor: Visitor, isSubscribed: boolean): RecipientPage =>
  pageFor(visitor, (texts, project, handle) => ({
    ...viewLink(call, visitor, handle),
    ...(isSubscribed
      ? {
          ...texts.manageSubscribed(project),
          action: { kind: 'post', button: texts.unsubscribeButton, field: ['subscribed', 'false'] },
        }
      : {
          ...texts.manageUnsubscribed(project),
          action: { kind: 'post', button: texts.subscribeButton, field: ['subscribed', 'true'] },
          note: texts.stillSent,
        }),
  }));

function viewLink(
  { config }: PageCall,
  { texts, contact, emailId, hasBody }: Visitor,
  handle: string,
): Pick<RecipientPage, 'link'> {
  if (!hasBody) return {};
  const owner = { handle, contactId: contact?.id ?? null, emailId };
  return { link: { to: `..${recipientPath(config, 'view', owner)}`, text: texts.viewMail } };
}

type Content = PageMessage & Pick<RecipientPage, 'action' | 'note' | 'secondary' | 'link'>;

/** A page with the sender's name above and the address below; a polite text when the contact is gone. */
function pageFor(
  { texts, project, contact, isPreview, address }: Visitor,
  content: (texts: Visitor['texts'], project: string, handle: string) => Content,
): RecipientPage {
  const base = { language: texts.language, project: project?.name ?? null };
  if (!project || (!contact && !isPreview)) return { ...base, ...texts.gone(project?.name ?? null) };
  const shown = address === null ? {} : { address: { label: texts.yourAddress, text: maskedAddress(address) } };
  return { ...base, ...content(texts, project.name, project.handle), ...shown };
}

function postTo(
  { config }: PageCall,
  { contact, emailId }: Visitor,
  handle: string,
  purpose: 'subscribe' | 'unsubscribe',
  button: string,
): PageAction {
  const owner = { handle, contactId: contact?.id ?? null, emailId };
  // Why: relative, so that it stays on the host and below the path by which the page was reached.
  return { kind: 'post', to: `..${recipientPath(config, purpose, owner)}`, button };
}
