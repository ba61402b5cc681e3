import { normaliseAddress } from '#pure/addresses';
import { emptyObject, isJsonObject } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { hasTemplateLanguage } from '#pure/templating';
import { type ConfigDraft, fieldValue, refuse, requireField } from './config-draft.ts';
import { readAddress, readChoice, readText } from './fields.ts';
import type { SendEmailConfig } from './step-config.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const lineBreak = /[\r\n]/;

export function readSendEmail(draft: ConfigDraft, own: string | null | undefined): SendEmailConfig | undefined {
  const templateId = readTemplateId(draft, own);
  const recipient = readRecipient(draft);
  const from = readAddress(draft, 'from');
  const fromName = readText(draft, 'fromName', limits.senderNameCharacters);
  const replyTo = readAddress(draft, 'replyTo');
  if (fromName !== undefined && lineBreak.test(fromName)) {
    refuse(draft, ['fromName'], 'invalid_string', 'A name has no line breaks.');
  }
  if (templateId === undefined || recipient === undefined) return undefined;
  return {
    type: 'SEND_EMAIL',
    templateId,
    customEmail: recipient.customEmail,
    from: from ?? null,
    fromName: fromName ?? null,
    replyTo: replyTo ?? null,
  };
}

/** The step's own value wins; the copy in `config` is made equal to it. */
function readTemplateId(draft: ConfigDraft, own: string | null | undefined): string | undefined {
  const copy = readText(draft, 'templateId', limits.mailboxCharacters);
  if (copy !== undefined && !uuid.test(copy)) refuse(draft, ['templateId'], 'invalid_string', 'Must be an id.');
  const id = (own === undefined ? copy : own)?.toLowerCase();
  if (id === undefined) {
    delete draft.kept.templateId;
    // Why: a copy of the wrong type is a problem, not a missing field.
    if (own === null || fieldValue(draft, 'templateId') === undefined) draft.missing.push(['templateId']);
    return undefined;
  }
  draft.kept.templateId = id;
  return id;
}

function readRecipient(draft: ConfigDraft): { customEmail: string | null } | undefined {
  const raw = fieldValue(draft, 'recipient');
  if (raw === undefined) return { customEmail: null };
  if (!isJsonObject(raw)) return refuse(draft, ['recipient'], 'invalid_type', 'A recipient is an object with type.');

  const inner: ConfigDraft = { raw, kept: emptyObject(), problems: [], missing: [] };
  const type = readChoice(inner, 'type', ['CONTACT', 'CUSTOM']) ?? 'CONTACT';
  const customEmail = type === 'CUSTOM' ? readCustomEmail(inner) : null;
  for (const { path, code, message } of inner.problems) refuse(draft, ['recipient', ...path], code, message);
  for (const path of inner.missing) draft.missing.push(['recipient', ...path]);
  draft.kept.recipient = inner.kept;
  return customEmail === undefined ? undefined : { customEmail };
}

/** Rendered, so that it must be an address only if there is no template language in it. */
function readCustomEmail(draft: ConfigDraft): string | undefined {
  requireField(draft, 'customEmail');
  const text = readText(draft, 'customEmail', limits.customEmailCharacters);
  if (text === undefined || hasTemplateLanguage(text)) return text;
  const address = normaliseAddress(text);
  return address ?? refuse(draft, ['customEmail'], 'invalid_string', 'Must be an email address.');
}
