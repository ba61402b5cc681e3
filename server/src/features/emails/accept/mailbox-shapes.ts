import { z } from 'zod';
import { Address, text } from '#platform/http';
import { limits } from '#pure/limits';

export interface NamedAddress {
  readonly email: string;
  readonly name: string | null;
}

const Name = text(0, limits.senderNameCharacters, {
  holds: (name) => !/\p{Cc}/u.test(name),
  message: 'A name has no control characters.',
});
const Parts = z.object({ email: Address, name: Name.nullish() });
const Mailbox = z.union([Address, Parts]);

/** One recipient or up to a hundred (D-604). One entry for each element, in order; addresses may be repeated. */
export const Recipients = z
  .union([
    ...Mailbox.options,
    z
      .array(Mailbox.meta({ description: 'A recipient.' }))
      .min(1)
      .max(limits.recipientsPerSend),
  ])
  .transform((to) => (Array.isArray(to) ? to.map(namedAddress) : [namedAddress(to)]))
  .meta({ description: `A recipient, or up to ${limits.recipientsPerSend} of them.` });

/** `Name <address>` or an address alone. Problems are reported at the text, not at parts the caller never named. */
const SenderText = text(0, limits.mailboxCharacters).transform((given, ctx) => {
  const parsed = Parts.safeParse(partsOf(given.trim()) ?? { email: given });
  if (parsed.success) return { ...namedAddress(parsed.data), isText: true };
  for (const issue of parsed.error.issues) ctx.addIssue({ ...issue, path: [] });
  return z.NEVER;
});

/** A sender, and whether it was given as one text (contract/05, 1.2). */
export const Sender = z.union([SenderText, Parts.transform((parts) => ({ ...namedAddress(parts), isText: false }))]);

/** Why not a transform in each shape: every layer of a shape is paid for a hundred times. */
const namedAddress = (mailbox: z.output<typeof Mailbox>): NamedAddress =>
  typeof mailbox === 'string'
    ? { email: mailbox, name: null }
    : { email: mailbox.email, name: mailbox.name?.trim() || null };

/** Name and address of `Name <address>`; null if the text has another form. */
function partsOf(given: string): { name: string; email: string } | null {
  const opening = given.lastIndexOf('<');
  const name = given.slice(0, Math.max(0, opening)).trim();
  const email = given.slice(opening + 1, -1);
  if (opening < 0 || !given.endsWith('>') || /[<>]/.test(name + email)) return null;
  const isQuoted = name.length > 1 && name.startsWith('"') && name.endsWith('"');
  return { name: (isQuoted ? name.slice(1, -1) : name).replaceAll(/\\(.)/gs, '$1'), email };
}
