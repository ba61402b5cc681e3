import assert from 'node:assert/strict';
import type { Reply } from '@postrider/server/testing/client';
import { noteComparison } from './comparisons.ts';

const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export const isUuid7 = (text: unknown): void => assert.match(String(text), uuid7);
export const isInstant = (text: unknown): void => assert.match(String(text), instant);

/** A successful reply: the status, and the named parts of the body. The report shows that only these were compared. */
export function answered(reply: Reply, status: number, body?: unknown): void {
  assert.equal(reply.status, status, `returned ${reply.status} instead of ${status}: ${reply.text}`);
  isUuid7(reply.headers['x-request-id']);
  if (body === undefined) return;
  noteComparison('inPart');
  includes(reply.body, body);
}

/** A successful reply with exactly this body: no key more, none less, at any depth. */
export function answeredWhole(reply: Reply, status: number, body: unknown): void {
  answered(reply, status);
  noteComparison('whole');
  assert.deepStrictEqual(reply.body, body);
}

/** Every named part is present; lists are equal in length. */
export const includes = (actual: unknown, named: unknown): void =>
  assert.ok(hasParts(actual, named), `expected ${JSON.stringify(actual)} to include ${JSON.stringify(named)}`);

/** Why not `partialDeepStrictEqual`: to it a list includes every shorter one, so `reasons: []` would hold for any reasons. */
function hasParts(actual: unknown, named: unknown): boolean {
  if (Array.isArray(named)) {
    const parts: readonly unknown[] = named;
    return (
      Array.isArray(actual) && actual.length === parts.length && parts.every((part, n) => hasParts(actual[n], part))
    );
  }
  if (typeof named !== 'object' || named === null) return Object.is(actual, named);
  const found = new Map(Object.entries(actual ?? {}));
  return Object.entries(named).every(([key, part]) => hasParts(found.get(key), part));
}

/** A refusal in the specification's envelope (section 7, D-111, D-142). */
export function refused(reply: Reply, status: number, code: string, details?: object): void {
  assert.equal(reply.status, status, `returned ${reply.status} instead of ${status}: ${reply.text}`);
  const { success, error, timestamp } = reply.body;
  assert.equal(success, false);
  assert.equal(error.code, code);
  assert.equal(error.statusCode, status);
  assert.equal(error.requestId, reply.headers['x-request-id']);
  assert.ok(error.message.length > 0);
  isUuid7(error.requestId);
  isInstant(timestamp);
  if (status === 401) assert.equal(reply.headers['www-authenticate'], 'Bearer');
  if (details) includes(error.details, details);
}

/** A validation failure that names exactly these fields and codes (D-144). */
export function invalid(reply: Reply, ...problems: [field: string, code: string, received?: unknown][]): void {
  refused(reply, 422, 'VALIDATION_ERROR');
  assert.equal(reply.body.error.message, 'Request validation failed');
  const errors: { field: string; code: string; message: string }[] = reply.body.error.errors;
  assert.deepEqual(
    errors.map(({ field, code }) => [field, code]),
    problems.map(([field, code]) => [field, code]),
  );
  for (const { message } of errors) assert.ok(message.length > 0);
  for (const [index, [, , received]] of problems.entries())
    if (received !== undefined) includes(errors[index], { received });
}

/** One of the three plain bodies (D-143): nothing but the sentence. */
export function plain(reply: Reply, status: number, message: string): void {
  assert.equal(reply.status, status, reply.text);
  assert.deepEqual(reply.body, { error: message });
  isUuid7(reply.headers['x-request-id']);
}

/** Two replies that cannot be told apart: equal without request id, time and the requested id. */
export function alike(left: Reply, right: Reply, ...asked: string[]): void {
  const cut = (reply: Reply): unknown => {
    let text = reply.text.replaceAll(String(reply.headers['x-request-id']), '<request>');
    for (const id of asked) text = text.replaceAll(JSON.stringify(id).slice(1, -1), '<id>');
    return { status: reply.status, text: text.replace(/"timestamp":"[^"]+"/, '"timestamp":"<time>"') };
  };
  assert.deepEqual(cut(left), cut(right));
}

/** The statuses of several replies, sorted. */
export const statusesOf = (replies: readonly Reply[]): number[] =>
  replies.map(({ status }) => status).toSorted((left, right) => left - right);
