import { z } from 'zod';
import { ContactNotFound } from '#features/contacts';
import { answer, defineRoute, pathId } from '#platform/http';
import { ContactExport, exportContact } from './export/export-contact.ts';
import { ExportRunning } from './refusals.ts';

export const exportFile = defineRoute({
  method: 'GET',
  path: '/contacts/:id/export',
  summary: 'Everything that is stored of a contact, as a file',
  description: 'One at a time for each project. The file is sent while it is read; one that was cut off is no JSON.',
  access: 'secret',
  role: 'ADMIN',
  isOpenToKeys: true,
  params: z.object({ id: pathId<'contact'>('contact', ContactNotFound) }),
  replies: { 200: ContactExport },
  refuses: [ContactNotFound, ExportRunning],
  async run(ctx, { params: { id } }) {
    return answer(200, await exportContact(ctx, id), {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="contact-${id}.json"`,
    });
  },
});
