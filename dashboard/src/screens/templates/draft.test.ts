import { expect, test } from 'vitest';
import type { Problem } from '../../api/problem.ts';
import type { Template } from '../../api/templates.ts';
import { afterEvent, type Draft, type DraftEvent, draftOf, isUnsaved, maySave, refusedErrors } from './draft.ts';

const template: Template = {
  id: '0',
  name: 'Welcome',
  description: null,
  subject: 'Hello',
  body: '<p>one</p>',
  from: null,
  fromName: null,
  replyTo: null,
  type: 'MARKETING',
  projectId: '0',
  createdAt: '2026-11-12T14:00:00.000Z',
  updatedAt: '2026-11-12T14:00:00.000Z',
};
const newer: Template = { ...template, body: '<p>theirs</p>', updatedAt: '2026-11-12T14:05:00.000Z' };
const problem = (statusCode: number, more: Partial<Problem> = {}): Problem => ({
  message: 'No.',
  statusCode,
  code: 'VALIDATION_ERROR',
  details: {},
  retryAfterSeconds: null,
  ...more,
});
const typed: DraftEvent = { kind: 'typed', texts: { body: '<p>mine</p>' } };
const after = (...events: readonly DraftEvent[]): Draft => events.reduce(afterEvent, draftOf(template));

test('what is typed is unsaved until the server has it', () => {
  expect(maySave(after())).toBe(false);
  expect(maySave(after(typed))).toBe(true);
  expect(maySave(after(typed, { kind: 'saving' }))).toBe(false);
  const saved = after(typed, { kind: 'saving' }, { kind: 'saved', template: { ...template, body: '<p>mine</p>' } });
  expect(isUnsaved(saved)).toBe(false);
});

test('what is typed while saving is saved next', () => {
  const draft = after(
    typed,
    { kind: 'saving' },
    { kind: 'typed', texts: { body: '<p>more</p>' } },
    { kind: 'saved', template: { ...template, body: '<p>mine</p>' } },
  );
  expect(draft.texts.body).toBe('<p>more</p>');
  expect(maySave(draft)).toBe(true);
});

test('a refused text is not sent again as it stands; a failed one is', () => {
  const texts = { subject: 'Hello', body: '<p>mine</p>' };
  const refused = after(typed, { kind: 'saving' }, { kind: 'refused', texts, problem: problem(422) });
  expect(maySave(refused)).toBe(false);
  expect(maySave(afterEvent(refused, { kind: 'typed', texts: { body: '<p>mine!</p>' } }))).toBe(true);
  for (const status of [0, 401, 500, 503]) {
    expect(maySave(after(typed, { kind: 'saving' }, { kind: 'refused', texts, problem: problem(status) }))).toBe(true);
  }
});

test('a newer text is taken when nothing is unsaved', () => {
  expect(after({ kind: 'seen', template: newer }).texts.body).toBe('<p>theirs</p>');
});

test('a newer text never loses to what was typed, nor the other way round, without an answer', () => {
  for (const kind of ['seen', 'overtaken'] as const) {
    const draft = after(typed, { kind, template: newer });
    expect(draft.newer).toBe(newer);
    expect(draft.texts.body).toBe('<p>mine</p>');
    expect(maySave(draft)).toBe(false);
    const theirs = afterEvent(draft, { kind: 'answered', choice: 'take theirs' });
    expect([theirs.texts.body, isUnsaved(theirs)]).toEqual(['<p>theirs</p>', false]);
    const mine = afterEvent(draft, { kind: 'answered', choice: 'keep mine' });
    expect([mine.texts.body, mine.saved.body, maySave(mine)]).toEqual(['<p>mine</p>', '<p>theirs</p>', true]);
  }
});

test('an old answer and a change of other fields alone are no conflict', () => {
  const old = { ...newer, updatedAt: '2026-11-12T13:00:00.000Z' };
  expect(after(typed, { kind: 'seen', template: old }).newer).toBeNull();
  const renamed = { ...template, name: 'Other', updatedAt: '2026-11-12T14:05:00.000Z' };
  expect(after(typed, { kind: 'seen', template: renamed }).newer).toBeNull();
});

test('errors of a refusal are read with care', () => {
  const listed = [
    { field: 'body', line: 2, column: 14, message: "Unknown filter 'capitlize'." },
    { field: 'body', line: 3, column: 1, message: "Tag 'if' is never closed." },
  ];
  const details = { templateErrors: [...listed, null, { line: 'x' }] };
  expect(refusedErrors(problem(422, { details, suggestion: 'Similar filters: capitalize.' }))).toEqual([
    { ...listed[0], suggestion: 'Similar filters: capitalize.' },
    { ...listed[1], suggestion: undefined },
  ]);
  expect(refusedErrors(problem(500))).toEqual([]);
});
