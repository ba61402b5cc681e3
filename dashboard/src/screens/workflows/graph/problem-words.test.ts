import { expect, test } from 'vitest';
import { problemWords } from './problem-words.ts';
import { step, way } from './sample-graph.ts';

const graph = {
  steps: [step('t', 'TRIGGER'), step('mail', 'SEND_EMAIL'), step('ask', 'CONDITION'), step('wait', 'WAIT_FOR_EVENT')],
  transitions: [way('t', 'mail'), way('mail', 'ask'), way('ask', 'wait', 'yes')],
};
const said = (code: string, stepId: string | null, message = 'the words of the server') =>
  problemWords({ code, stepId, message }, graph);

test('what is missing is named as the form names it', () => {
  expect(said('STEP_INCOMPLETE', 'mail', 'mail lacks templateId.')).toBe('mail has no template.');
  expect(said('STEP_INCOMPLETE', 'mail', 'The template of mail does not exist any more.')).toContain('any more');
});

test('an open branch is named as the canvas names it; an open time-out is none', () => {
  expect(said('BRANCH_OPEN', 'ask')).toBe('“no” of ask leads nowhere: people finish there.');
  expect(said('BRANCH_OPEN', 'wait')).toBe('“it happened” of wait leads nowhere: people finish there.');
});

test('anything else is said as the server says it', () => {
  expect(said('LOOP_STOPPED', null)).toBe('the words of the server');
  expect(said('SENDER_MISSING', 'mail')).toBe('the words of the server');
});
