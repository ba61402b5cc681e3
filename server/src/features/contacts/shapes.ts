import { z } from 'zod';
import { Address, Instant, instant, optional } from '#platform/http';
import { type DataPatch, readDataPatch } from '#pure/custom-fields';
import { type Contact, emptyPatch } from './contact.ts';

/** The `data` of a request, parsed by the patch rules. Absent and null change nothing (D-201). */
export const ContactData = z
  .unknown()
  .optional()
  .transform((raw, ctx): DataPatch => {
    const parsed = readDataPatch(raw);
    if (parsed.ok) return parsed.patch;
    for (const { path, code, message } of parsed.problems)
      ctx.addIssue({ code: 'custom', message, params: { code }, path: [...path] });
    return emptyPatch;
  })
  .meta({ type: 'object', additionalProperties: true });

export const ContactBody = z.object({ email: Address, subscribed: optional(z.boolean()), data: ContactData });
export const ContactPatchBody = z.object({
  email: optional(Address),
  subscribed: optional(z.boolean()),
  data: ContactData,
});

export const ContactReply = z
  .object({
    id: z.uuid(),
    email: z.string(),
    subscribed: z.boolean(),
    data: z.record(z.string(), z.unknown()),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Contact' });

export const UpsertReply = ContactReply.extend({
  _meta: z.object({ isNew: z.boolean(), isUpdate: z.boolean() }),
}).meta({ id: 'UpsertedContact' });

export const toContactReply = (contact: Contact): z.output<typeof ContactReply> => ({
  id: contact.id,
  email: contact.email,
  subscribed: contact.subscribed,
  data: contact.data,
  createdAt: instant(contact.createdAt),
  updatedAt: instant(contact.updatedAt),
});
