import { ApiError, type FieldError } from './api-error.ts';

/** The body of a reply: JSON without its wrapper, text of a CSV file, otherwise the bytes. Throws what was refused. */
export async function readReply(response: Response): Promise<unknown> {
  if (!response.ok) throw await refusalOf(response);
  const type = response.headers.get('content-type') ?? '';
  if (response.status === 204) return undefined;
  if (isJson(type)) return unwrap(await response.json());
  return type.startsWith('text/') ? response.text() : response.blob();
}

/** Why by shape: `/v1/*`, `POST /events/track` and `POST /campaigns` wrap their replies, the others do not. */
export function unwrap(body: unknown): unknown {
  return isObject(body) && body.success === true && 'data' in body ? body.data : body;
}

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
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
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
