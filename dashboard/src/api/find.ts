import type { PostriderSession } from '@postrider/sdk';
import { orNull } from './or-null.ts';
import { useProjectQuery } from './project.ts';

/** Something that the palette found. */
export type Found =
  | { readonly kind: 'request'; readonly id: string; readonly call: string; readonly status: number | null }
  | { readonly kind: 'email'; readonly id: string; readonly subject: string; readonly to: string }
  | { readonly kind: 'contact'; readonly id: string; readonly email: string };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const perKind = 5;

export const isId = (text: string): boolean => uuid.test(text);

/** By an id: the request, mail or contact that has it, and what the request made. By other text: contacts and mails. */
export const useFind = (text: string) =>
  useProjectQuery<readonly Found[]>(
    ['find', text],
    (session, signal) => (isId(text) ? findById(session, text, signal) : findByText(session, text, signal)),
    { isEnabled: text.length >= 2, keepsPrevious: true },
  );

async function findByText(session: PostriderSession, text: string, signal: AbortSignal): Promise<readonly Found[]> {
  const [contacts, emails] = await Promise.all([
    session.contacts.list({ search: text, limit: perKind }, { signal }),
    session.emails.list({ search: text, limit: perKind }, { signal }),
  ]);
  return [...contacts.data.map(foundContact), ...emails.data.map(foundEmail)];
}

async function findById(session: PostriderSession, id: string, signal: AbortSignal): Promise<readonly Found[]> {
  const [call, email, contact] = await Promise.all([
    orNull(session.logs.get(id, { signal })),
    orNull(session.emails.get(id, { signal })),
    orNull(session.contacts.get(id, { signal })),
  ]);
  const [madeEmails, madeContacts] = await Promise.all([
    Promise.all((call?.emails ?? []).slice(0, perKind).map((made) => orNull(session.emails.get(made, { signal })))),
    Promise.all((call?.contacts ?? []).slice(0, perKind).map((made) => orNull(session.contacts.get(made, { signal })))),
  ]);
  return [
    ...(call
      ? [{ kind: 'request' as const, id, call: `${call.method ?? ''} ${call.path ?? ''}`.trim(), status: call.status }]
      : []),
    ...[email, ...madeEmails].filter((one) => one !== null).map(foundEmail),
    ...[contact, ...madeContacts].filter((one) => one !== null).map(foundContact),
  ];
}

const foundEmail = ({ id, subject, to }: { id: string; subject: string | null; to: string | null }): Found => ({
  kind: 'email',
  id,
  subject: subject ?? 'No subject',
  to: to ?? 'erased address',
});

const foundContact = ({ id, email }: { id: string; email: string }): Found => ({ kind: 'contact', id, email });
