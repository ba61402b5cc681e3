import type { Config } from '#platform/config';
import type { FinishedCall } from '#platform/http';
import { newId } from '#platform/ids';
import { limits } from '#pure/limits';
import { cutForms, cutMark, keepBody } from '#pure/redaction';

/** A line as `write_logged_calls` takes it. */
export interface CallLine {
  readonly project_id: string;
  readonly id: string;
  readonly left_out: number;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly duration_ms?: number;
  readonly identity?: string;
  readonly key_last4?: string | null;
  readonly user_id?: string | null;
  readonly client_address?: string;
  readonly user_agent?: string | null;
  readonly idempotency_key?: string | null;
  readonly error_code?: string | null;
  readonly error_message?: string | null;
  readonly suggestion?: string | null;
  readonly is_deprecated: boolean;
  readonly content_type?: string | null;
  readonly header_names?: string;
  readonly request_body?: string | null;
  readonly response_body?: string | null;
  readonly ignored_fields?: readonly string[] | null;
  readonly named_ids?: readonly string[] | null;
}

const pathCharacters = 1_000;
const textCharacters = 500;
const headerNamesCharacters = 2_000;

/** What is stored of a call: no secret, and bodies no longer than they may be (D-1045). */
export function lineOf(call: FinishedCall, bodies: Config['REQUEST_LOG_BODIES']): CallLine {
  const { caller, headers, refusal } = call;
  const isError = call.status >= 400;
  const request = call.hasFile || call.isBodyHidden ? cutMark : bodyOf(call.requestBody, isError);
  const response = call.isReplyHidden && !isError ? cutMark : bodyOf(call.responseBody, isError);
  const path = shortText(call.path, pathCharacters);
  const keepsBodies = bodies === 'all' || (bodies === 'errors' && isError);
  return {
    project_id: call.projectId,
    id: call.requestId,
    left_out: 0,
    method: call.method,
    path,
    status: call.status,
    duration_ms: Math.round(call.durationMs * 10) / 10,
    identity: caller.kind,
    key_last4: caller.kind === 'session' ? null : caller.keyLast4,
    user_id: caller.kind === 'session' ? caller.userId : null,
    client_address: call.clientAddress,
    user_agent: userAgentOf(call),
    idempotency_key: headerText(headers['idempotency-key']),
    error_code: refusal?.code ?? null,
    error_message: refusal ? shortText(refusal.message, textCharacters) : null,
    suggestion: refusal?.suggestion ? shortText(refusal.suggestion, textCharacters) : null,
    is_deprecated: call.isDeprecated,
    content_type: headerText(headers['content-type']),
    header_names: Object.keys(headers).join(',').slice(0, headerNamesCharacters),
    request_body: keepsBodies ? request : null,
    response_body: keepsBodies ? response : null,
    ignored_fields:
      call.ignoredFields.length > 0 ? call.ignoredFields.map((name) => shortText(name, textCharacters)) : null,
    named_ids: idsIn(path, request, response),
  };
}

export const userAgentOf = ({ headers }: FinishedCall): string | null => headerText(headers['user-agent']);

/** A line that stands for calls beyond the share of their project. */
export const leftOutLine = (projectId: string, count: number): CallLine => ({
  project_id: projectId,
  id: newId(),
  left_out: count,
  is_deprecated: false,
});

/** An id as it is written, with its quotation marks and comma. */
const idCharacters = 39;

/** Characters that a line holds in memory, nearly. */
export const sizeOf = ({ request_body, response_body, named_ids }: CallLine): number =>
  1_000 + (request_body?.length ?? 0) + (response_body?.length ?? 0) + idCharacters * (named_ids?.length ?? 0);

const bodyOf = (text: string | null, isError: boolean): string | null =>
  text === null ? null : storable(keepBody(text, isError ? limits.loggedErrorBytes : limits.loggedBodyBytes));

const shortText = (text: string, max: number): string => storable(cutForms(text.slice(0, max)));

function headerText(value: string | readonly string[] | undefined): string | null {
  const text = typeof value === 'string' ? value : value?.[0];
  return text ? shortText(text, textCharacters) : null;
}

/** Why: one text that PostgreSQL cannot store would lose the lines of all others. */
function storable(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\ufffd') : wellFormed;
}

const idForm = /\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/gi;

function idsIn(...texts: readonly (string | null)[]): readonly string[] | null {
  const ids = new Set<string>();
  for (const text of texts) {
    for (const [id] of text?.matchAll(idForm) ?? []) ids.add(id.toLowerCase());
  }
  return ids.size > 0 ? [...ids] : null;
}
