import { expect, test } from 'vitest';
import type { Route } from '../../server/src/platform/http/index.ts';
import { checkDefaults, hiddenDefaults } from './check-defaults.ts';
import { checkDocument } from './check-document.ts';
import { compareCodes } from './compare-codes.ts';
import { compareEndpoints } from './compare-endpoints.ts';
import { findCodes } from './find-codes.ts';

const statuses = { missing: 404, conflict: 409, malformed: 400 };
const table = [
  { status: 404, code: 'LEAF_NOT_FOUND' },
  { status: 409, code: 'LEAF_TAKEN' },
  { status: 408, code: 'LATE' },
  { status: 500, code: 'INTERNAL_SERVER_ERROR' },
];
const source = `
export const Taken = refusal('conflict', 'LEAF_TAKEN', () => ({ message: '' }));
export const Gone = missing('LEAF_NOT_FOUND', 'leaf');
const answers = { late: ['408 Request Timeout', 'LATE', 'Too late.'] };
`;

test('refusals and status lines are found, each with its status', () => {
  expect(findCodes('a.ts', source)).toEqual([
    { path: 'a.ts', kind: 'conflict', code: 'LEAF_TAKEN' },
    { path: 'a.ts', kind: 'missing', code: 'LEAF_NOT_FOUND' },
    { path: 'a.ts', kind: 408, code: 'LATE' },
  ]);
  expect(compareCodes(findCodes('a.ts', source), table, statuses)).toEqual([]);
});

test.each([
  [`refusal('conflict', 'NEW_CODE', x)`, 'a.ts: 409 NEW_CODE is not in'],
  [`refusal(\n  'malformed',\n  'LEAF_TAKEN', x)`, 'a.ts: 400 LEAF_TAKEN is not in'],
  [`plainRefusal('conflict', 'OTHER', 'x')`, 'a.ts: 409 OTHER is not in'],
])('a code or status that the table does not have is reported: %s (D-145)', (more, complaint) => {
  expect(compareCodes(findCodes('a.ts', source + more), table, statuses)).toEqual([expect.stringContaining(complaint)]);
});

test('a code that nothing refuses with, and one that is listed twice, are reported (D-145)', () => {
  const wider = [...table, { status: 400, code: 'UNUSED' }, { status: 408, code: 'LATE' }];

  expect(compareCodes(findCodes('a.ts', source), wider, statuses)).toEqual([
    'error-codes.ts: nothing refuses with 400 UNUSED',
    'error-codes.ts: a code is listed twice',
  ]);
});

test('every endpoint of the contract is in the list of the specification suite, once', () => {
  const document = { paths: { '/trees/{id}': { get: {}, delete: {} } } };

  expect(compareEndpoints(document, ['GET /trees/:id', 'DELETE /trees/:id', 'GET /planned'])).toEqual([]);
  expect(compareEndpoints(document, ['GET /trees/:id', 'GET /trees/:id'])).toEqual([
    'e2e/spec/endpoints.ts lacks DELETE /trees/:id',
    'e2e/spec/endpoints.ts names GET /trees/:id twice',
  ]);
});

test('a body or reply without an example and an operation without a group are reported', () => {
  const media = { 'application/json': { schema: {}, example: {} } };
  const operation = {
    tags: ['trees'],
    requestBody: { content: media },
    responses: { 200: { content: media }, 204: {} },
  };
  const components = { responses: { Refused: { content: media } } };

  expect(checkDocument({ paths: { '/trees': { post: operation } }, components })).toEqual([]);
  expect(
    checkDocument({
      paths: { '/trees': { post: { ...operation, tags: [], responses: { 200: { content: { 'text/csv': {} } } } } } },
      components: { responses: { Refused: { content: { 'application/json': { examples: {} } } } } },
    }),
  ).toEqual([
    'POST /trees belongs to no group',
    'openapi.json: POST /trees, 200, text/csv has no example',
    'openapi.json: Refused, application/json has no example',
  ]);
});

test('a default that the contract does not show is reported', () => {
  const shape = {
    safeParse: (given: object) => ({ success: 'name' in given, data: { size: 3, ...given } }),
  };
  const route = { method: 'POST', path: '/trees', body: shape } as unknown as Route;
  const operation = (size: object) => ({
    requestBody: { content: { 'application/json': { schema: { properties: { name: {}, size } } } } },
  });

  expect(checkDefaults(route, operation({ default: 3 }), { name: 'Oak', size: 5 })).toEqual([]);
  expect(checkDefaults(route, operation({}), { name: 'Oak', size: 5 })).toEqual([
    'POST /trees: the default of size is not in the body',
  ]);
  expect(hiddenDefaults('a.ts', `run: (ctx, { body: { name, size = 3, note = null } }) => 1`)).toEqual([
    'a.ts: the default 3 of size belongs into its shape',
  ]);
});
