import { type ContactId, findContactsByEmail } from '#features/contacts';
import type { ProjectContext } from '#platform/context';
import { parseAddress } from '#pure/addresses';
import { limits } from '#pure/limits';
import { cut } from '#pure/text';
import type { StepError } from '#pure/workflow-graph';
import { isStepError, renderError } from './step-error.ts';
import type { TextScope } from './values-of.ts';

/** Who gets the mail of a step with a custom recipient; `contactId` is that of the contact that has the address. */
export interface StepRecipient {
  readonly email: string;
  readonly contactId: ContactId | null;
}

interface CustomRecipient extends TextScope {
  /** The address of the step's config, in template language. */
  readonly customEmail: string;
}

/** Renders and reads custom addresses of mails, one outcome for each, in order; one look-up for all contacts. */
export async function findStepRecipients(
  ctx: Pick<ProjectContext, 'rendering' | 'read'>,
  recipients: readonly CustomRecipient[],
): Promise<(StepRecipient | StepError)[]> {
  const addresses = await Promise.all(recipients.map((recipient) => renderAddress(ctx, recipient)));
  const emails = [...new Set(addresses.flatMap((address) => (isStepError(address) ? [] : [address.email])))];
  const contacts = emails.length === 0 ? new Map() : await ctx.read((reader) => findContactsByEmail(reader, emails));
  return addresses.map((address) =>
    isStepError(address) ? address : { ...address, contactId: contacts.get(address.email)?.id ?? null },
  );
}

async function renderAddress(
  { rendering }: Pick<ProjectContext, 'rendering'>,
  { customEmail, ...scope }: CustomRecipient,
): Promise<{ readonly email: string } | StepError> {
  const result = await rendering.renderTexts({ texts: [customEmail], ...scope });
  if (result.kind === 'failed') return renderError(result);
  const [text = ''] = result.texts;
  const parsed = parseAddress(text);
  if (parsed.ok) return { email: parsed.address };
  return { code: 'RECIPIENT_INVALID', message: `"${cut(text, limits.addressCharacters)}": ${parsed.reason}` };
}
