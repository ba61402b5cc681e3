import { limits } from '#pure/limits';
import { errorCodes } from './error-codes.ts';
import { statuses } from './errors.ts';
import { exampleDetail, exampleText } from './examples.ts';
import { fieldCodes } from './field-codes.ts';
import type { Route } from './route.ts';

/** One response per status the route itself refuses with; `4XX` and `default` are the errors of any route. */
export function refusals(route: Route): Record<string, object> {
  const byStatus = Map.groupBy(route.refuses ?? [], (refusal) => statuses[refusal.kind]);
  const own = [...byStatus].map(([status, definitions]) => {
    const codes = [...new Set(definitions.filter(({ isPlain }) => !isPlain).map(({ code }) => code))];
    const description = `Refused: ${[...new Set(definitions.map(({ code }) => code))].join(', ')}.`;
    const isPlain = definitions.some((definition) => definition.isPlain);
    const names = [...codes.map((code) => exampleName(status, code)), ...(isPlain ? ['PlainError'] : [])];
    return [status, refused(description, names, { isPage: route.isPage, isPlain })];
  });
  const [any, failed] = route.isPage ? ['RefusedPage', 'FailedPage'] : ['Refused', 'Failed'];
  return {
    ...Object.fromEntries(own),
    '4XX': { $ref: `#/components/responses/${any}` },
    default: { $ref: `#/components/responses/${failed}` },
  };
}

interface Forms {
  readonly isPage?: boolean | undefined;
  /** Also without an envelope. */
  readonly isPlain?: boolean;
}

function refused(description: string, names: readonly string[], { isPage, isPlain }: Forms): object {
  const [error, plain] = ['Error', 'PlainError'].map((form) => ({ $ref: `#/components/schemas/${form}` }));
  const examples = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }]));
  return {
    description,
    content: {
      'application/json': { schema: isPlain ? { anyOf: [error, plain] } : error, examples },
      ...(isPage ? { 'text/html': { schema: { type: 'string' }, example: exampleText('text/html') } } : {}),
    },
  };
}

const exampleName = (status: number, code: string): string => `${code}_${status}`;

const early = [
  ...['BAD_REQUEST_400', 'INVALID_REQUEST_BODY_400', 'UNAUTHORIZED_401', 'INVALID_API_KEY_401', 'FORBIDDEN_403'],
  ...[
    'PROJECT_DISABLED_403',
    'RESOURCE_NOT_FOUND_404',
    'METHOD_NOT_ALLOWED_405',
    'REQUEST_TIMEOUT_408',
    'CONFLICT_409',
  ],
  ...['IDEMPOTENCY_KEY_REUSED_409', 'PAYLOAD_TOO_LARGE_413', 'UNSUPPORTED_MEDIA_TYPE_415', 'VALIDATION_ERROR_422'],
  ...['RATE_LIMIT_EXCEEDED_429', 'HEADER_TOO_LARGE_431'],
];
const failures = ['INTERNAL_SERVER_ERROR_500', 'SERVICE_UNAVAILABLE_503', 'OVERLOADED_503'];
const replies = (isPage: boolean): [object, object] => [
  refused('A refusal that any route may answer.', early, { isPage }),
  refused('An error that any route may answer.', failures, { isPage }),
];
const [Refused, Failed] = replies(false);
const [RefusedPage, FailedPage] = replies(true);

/** An example of every error code, once. */
const examples = Object.fromEntries(
  errorCodes.map(({ status, code, when, details, reasons }) => {
    const found = { field: 'email', code: 'required', message: 'Required.' };
    const shown = details.map((key) => [key, key === 'reason' && reasons ? reasons[0] : exampleDetail(key)]);
    const more =
      code === 'VALIDATION_ERROR'
        ? { errors: [found] }
        : shown.length > 0
          ? { details: Object.fromEntries(shown) as object }
          : {};
    const error = { code, message: when, statusCode: status, requestId: exampleDetail('requestId'), ...more };
    const value = { success: false, error, timestamp: exampleDetail('repliedAt') };
    return [exampleName(status, code), { summary: when, value }];
  }),
);

/** What all routes share. */
export const errorComponents = {
  responses: { Refused, Failed, RefusedPage, FailedPage },
  examples: {
    ...examples,
    PlainError: {
      summary: 'A refusal without an envelope.',
      value: { error: 'Contact with this email already exists' },
    },
  },
};

const fieldErrorSchema = {
  type: 'object',
  required: ['field', 'code', 'message'],
  properties: {
    field: { type: 'string', description: 'A path with dots; empty for the body itself.' },
    code: { type: 'string', enum: fieldCodes },
    message: { type: 'string' },
    received: { description: 'The JSON type, or the value cut to 100 characters; never of secrets.' },
  },
};

const errorSchema = {
  type: 'object',
  required: ['success', 'error', 'timestamp'],
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message', 'statusCode', 'requestId'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        statusCode: { type: 'integer' },
        requestId: { type: 'string' },
        errors: { type: 'array', maxItems: limits.problemsPerReply, items: fieldErrorSchema },
        details: { type: 'object' },
        suggestion: { type: 'string' },
      },
    },
    timestamp: { type: 'string', format: 'date-time' },
  },
};

const plainErrorSchema = {
  type: 'object',
  description: 'Three refusals have no envelope; their request id is in the header.',
  required: ['error'],
  properties: { error: { type: 'string' } },
};

export const errorSchemas = { Error: errorSchema, PlainError: plainErrorSchema };
