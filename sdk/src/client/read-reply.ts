import { ApiError, type FieldError } from './api-error.ts';

/** What the replies are that are no JSON. */
const fileTypes: Readonly<Record<string, string>> = {
  'GET /campaigns/{id}/recipients.csv': 'text/csv',
  'GET /contacts/import/{jobId}/errors.csv': 'text/csv',
  'GET /files/{key}': 'image/',
  'GET /inbox/{emailId}/raw': 'message/rfc822',
};

/**
 * The body of a reply: JSON without its wrapper, text of a CSV file, otherwise the bytes. Throws what was refused, and what is no
 * reply of the API.
 */
export async function readReply(response: Response, operation: string): Promise<unknown> {
  await refuseFailure(response);
  if (response.status === 204 && operation.startsWith('DELETE ')) return undefined;
  const type = typeOf(response);
  const fileType = fileTypes[operation];
  if (fileType !== undefined) {
    if (!type.startsWith(fileType)) throw unexpectedReply(response);
    return fileType === 'text/csv' ? response.text() : response.blob();
  }
  const body = isJson(type) ? parsed(await response.text()) : undefined;
  if (body === undefined) throw unexpectedReply(response);
  return unwrap(body);
}

/** Throws unless the status says that the call succeeded. */
export async function refuseFailure(response: Response): Promise<void> {
  const isRedirect = response.status < 400 && !response.ok;
  if (isRedirect || response.redirected) throw unexpectedReply(response);
  if (!response.ok) throw await refusalOf(response);
}

export const typeOf = ({ headers }: Response): string => (headers.get('content-type') ?? '').toLowerCase();

/** Why by shape: `/v1/*`, `POST /events/track` and `POST /campaigns` wrap their replies, the others do not. */
export function unwrap(body: unknown): unknown {
  return isObject(body) && body.success === true && 'data' in body ? body.data : body;
}

/** A redirect, the page of a proxy or of a network that asks for a login: whether the API got the request is not known. */
export const unexpectedReply = (response: Response): ApiError =>
  new ApiError({
    code: 'UNEXPECTED_REPLY',
    statusCode: response.status, // 0 for a redirect in a browser, which shows nothing of it
    message: 'The reply is not one of the API.',
    requestId: response.headers.get('x-request-id'),
    suggestion: 'Check baseUrl, https or http included, and what lies between.',
  });

/** The envelope, `{ error: "text" }` of some routes, or the page of a proxy in between. */
async function refusalOf(response: Response): Promise<ApiError> {
  const text = await response.text();
  const body = parsed(text);
  const error = isObject(body) ? body.error : undefined;
  const given = isObject(error) ? error : {};
  const message = textIn(given.message) ?? textIn(error) ?? `The server replied with status ${response.status}.`;
  return new ApiError({
    code: textIn(given.code) ?? plainCodes[response.status] ?? `HTTP_${response.status}`,
    statusCode: response.status,
    message,
    requestId: textIn(given.requestId) ?? response.headers.get('x-request-id'),
    fieldErrors: Array.isArray(given.errors) ? (given.errors as FieldError[]) : [], // as openapi.json describes them
    details: isObject(given.details) ? given.details : {},
    suggestion: textIn(given.suggestion) ?? null,
    retryAfterSeconds: secondsIn(response.headers.get('retry-after')),
  });
}

/** What a reply without a code means. */
const plainCodes: Readonly<Record<number, string>> = { 400: 'BAD_REQUEST', 409: 'CONFLICT' };

/** `Retry-After` is a number of seconds or a date. */
function secondsIn(header: string | null): number | null {
  if (header === null || header === '') return null;
  const seconds = /^\d+(\.\d*)?$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? null : Math.max(0, Math.ceil(seconds));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isJson = (type: string): boolean => /^application\/([\w.-]+\+)?json\b/.test(type);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
