import type { ContactId } from '#features/contacts';
import { findRecord, loadAttempts } from '#features/emails';
import { findTemplate, type TemplateId } from '#features/templates';
import type { ProjectContext } from '#platform/context';
import { loadContact } from './load-contact.ts';
import { whyFromRecord } from './record-checks.ts';
import type { Why } from './why.ts';

/** What became of the contact's newest mail of this template (D-235). Without one nothing was decided. */
export const explainTemplate = (ctx: ProjectContext, contactId: ContactId, templateId: TemplateId): Promise<Why> =>
  ctx.read(async (reader) => {
    const { subscription } = await loadContact(reader, contactId);
    await findTemplate(reader, templateId);
    const record = await findRecord(reader, contactId, { templateId });
    if (!record) return noMail;
    return whyFromRecord({ record, attempts: await loadAttempts(reader, record.id), subscription });
  });

const noMail: Why = {
  received: false,
  answer: 'Not sent: no mail of this template was made for this contact',
  emailId: null,
  checks: [],
};
