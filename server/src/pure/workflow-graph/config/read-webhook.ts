import { emptyObject, isDataKey, isJsonObject } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { type ConfigDraft, fieldValue, refuse, requireField } from './config-draft.ts';
import { readChoice, readText } from './fields.ts';
import { type WebhookConfig, webhookMethods } from './step-config.ts';
import { webhookUrlProblem } from './webhook-url.ts';

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
/** Headers that belong to the transfer or to the signature. */
const ownHeader = /^(?:host|content-length|transfer-encoding|connection|webhook-.*)$/i;

export function readWebhook(draft: ConfigDraft, options: { allowsHttp: boolean }): WebhookConfig | undefined {
  requireField(draft, 'url');
  const url = readUrl(draft, options);
  const method = readChoice(draft, 'method', webhookMethods) ?? 'POST';
  const headers = readHeaders(draft);
  const body = fieldValue(draft, 'body') ?? null;
  if (body !== null) draft.kept.body = body;
  const saveAs = readSaveAs(draft) ?? null;
  const onFailure = readChoice(draft, 'onFailure', ['fail', 'continue']) ?? 'fail';
  if (url === undefined) return undefined;
  return { type: 'WEBHOOK', url, method, headers, body, saveAs, onFailure };
}

function readUrl(draft: ConfigDraft, options: { allowsHttp: boolean }): string | undefined {
  // Limit: the rendered address is bounded; before that it is as long as a config can be.
  const url = readText(draft, 'url', limits.stepConfigBytes);
  if (url === undefined) return undefined;
  const problem = webhookUrlProblem(url, options);
  return problem ? refuse(draft, ['url'], problem.code, problem.message) : url;
}

function readHeaders(draft: ConfigDraft): Record<string, string> {
  const headers: Record<string, string> = {};
  const raw = fieldValue(draft, 'headers');
  if (raw === undefined) return headers;
  if (!isJsonObject(raw)) {
    refuse(draft, ['headers'], 'invalid_type', 'Headers are an object of texts.');
    return headers;
  }
  const entries = Object.entries(raw);
  if (entries.length > limits.webhookHeaders) {
    refuse(draft, ['headers'], 'too_big', `A request has at most ${limits.webhookHeaders} headers.`);
    return headers;
  }
  const names = new Set<string>();
  for (const [name, value] of entries) {
    if (checkHeaderName(draft, name, names) && typeof value === 'string') headers[name] = value;
    if (typeof value !== 'string') refuse(draft, ['headers', name], 'invalid_type', 'The value of a header is text.');
  }
  draft.kept.headers = Object.assign(emptyObject(), headers);
  return headers;
}

/** Why two names of different case are refused: which of them is sent would be left to chance. */
function checkHeaderName(draft: ConfigDraft, name: string, seen: Set<string>): boolean {
  const path = ['headers', name];
  const isNew = !seen.has(name.toLowerCase());
  seen.add(name.toLowerCase());
  if (!headerName.test(name)) refuse(draft, path, 'invalid_string', 'This is not the name of a header.');
  else if (ownHeader.test(name)) refuse(draft, path, 'custom', 'This header is set by the service.');
  else if (!isNew) refuse(draft, path, 'custom', 'This header is given twice.');
  else return true;
  return false;
}

function readSaveAs(draft: ConfigDraft): string | undefined {
  const key = readText(draft, 'saveAs', limits.saveAsCharacters);
  if (key === undefined) return undefined;
  if (key === '') return refuse(draft, ['saveAs'], 'too_small', 'A key has at least 1 character.');
  if (isDataKey(key) && key !== '__proto__') return key;
  return refuse(draft, ['saveAs'], 'invalid_string', 'A key has no control characters and no white space around it.');
}
