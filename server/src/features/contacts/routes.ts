import { z } from 'zod';
import {
  answer,
  CursorPage,
  defineRoute,
  direction,
  pageLimit,
  pathId,
  queryFlag,
  search,
  sortBy,
} from '#platform/http';
import { limits } from '#pure/limits';
import { createOrUpdateContact } from './create-or-update-contact.ts';
import { deleteContact } from './delete-contact.ts';
import { getContact } from './get-contact.ts';
import { listContacts } from './list-contacts.ts';
import { lookupContacts } from './lookup-contacts.ts';
import { patchContact } from './patch-contact.ts';
import { ContactNotFound, EmailInUse, EmailRequired } from './refusals.ts';
import { ContactBody, ContactPatchBody, ContactReply, toContactReply, UpsertReply } from './shapes.ts';

const params = z.object({ id: pathId<'contact'>('contact', ContactNotFound) });

export const list = defineRoute({
  method: 'GET',
  path: '/contacts',
  summary: 'List contacts',
  access: 'secret',
  query: z.object({
    limit: pageLimit,
    cursor: z.string().optional(),
    search,
    subscribed: queryFlag,
    sort: sortBy(['email', 'createdAt'], 'createdAt'),
    dir: direction,
  }),
  replies: { 200: CursorPage(ContactReply) },
  async run(ctx, { query }) {
    const { rows, ...page } = await listContacts(ctx, { ...query, search: query.search, cursor: query.cursor });
    return { data: rows.map(toContactReply), ...page };
  },
});

export const createOrUpdate = defineRoute({
  method: 'POST',
  path: '/contacts',
  summary: 'Create a contact, or update the one with this address',
  access: 'secret',
  body: ContactBody,
  replies: { 201: UpsertReply, 200: UpsertReply },
  refuses: [EmailRequired],
  precheck(body) {
    if (body.email === undefined || body.email === null || body.email === '') throw EmailRequired();
  },
  async run(ctx, { body }) {
    const { contact, isNew } = await createOrUpdateContact(ctx, body);
    return answer(isNew ? 201 : 200, { ...toContactReply(contact), _meta: { isNew, isUpdate: !isNew } });
  },
});

export const get = defineRoute({
  method: 'GET',
  path: '/contacts/:id',
  summary: 'Read a contact',
  access: 'secret',
  params,
  replies: { 200: ContactReply },
  refuses: [ContactNotFound],
  async run(ctx, { params: { id } }) {
    return toContactReply(await getContact(ctx, id));
  },
});

export const patch = defineRoute({
  method: 'PATCH',
  path: '/contacts/:id',
  summary: 'Change a contact',
  access: 'secret',
  params,
  body: ContactPatchBody,
  replies: { 200: ContactReply },
  refuses: [ContactNotFound, EmailInUse],
  async run(ctx, { params: { id }, body }) {
    return toContactReply(await patchContact(ctx, id, body));
  },
});

export const remove = defineRoute({
  method: 'DELETE',
  path: '/contacts/:id',
  summary: 'Delete a contact',
  access: 'secret',
  params,
  replies: { 204: null },
  refuses: [ContactNotFound],
  run: (ctx, { params: { id } }) => deleteContact(ctx, id),
});

export const lookup = defineRoute({
  method: 'POST',
  path: '/contacts/lookup',
  summary: 'Which of these addresses are contacts',
  access: 'secret',
  body: z.object({ emails: z.array(z.string()).min(1).max(limits.addressesPerLookUp) }),
  replies: { 200: z.object({ found: z.array(z.string()), notFound: z.array(z.string()) }) },
  run: (ctx, { body }) => lookupContacts(ctx, body.emails),
});
