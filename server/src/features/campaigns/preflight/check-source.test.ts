import { expect, test } from 'vitest';
import { readTemplate } from '#pure/templating';
import { checkSource } from './check-source.ts';

/** As a rendering thread prepares them. */
const checked = (subject: string, body: string) => {
  const fields = ['subject', 'body'] as const;
  const readings = fields.map((field) => ({ field, ...readTemplate({ subject, body }[field], 'saving') }));
  const prepared = {
    errors: readings.flatMap(({ field, errors }) => errors.map((error) => ({ ...error, field }))),
    needed: readings.flatMap(({ field, needed }) => needed.map((output) => ({ ...output, field }))),
    variables: [],
    inlinedBody: null,
  };
  return checkSource({ subject, body }, prepared, true);
};

test('the outputs of subject and body keep their own places', () => {
  const { needed, findings } = checked('Dear {{ name }}', '<p>\n{{ city }} {{ name }}');

  expect(findings).toEqual([]);
  expect(needed.map(({ field, path, position }) => ({ field, path, position }))).toEqual([
    { field: 'subject', path: 'name', position: { line: 1, column: 6 } },
    { field: 'body', path: 'city', position: { line: 2, column: 1 } },
    { field: 'body', path: 'name', position: { line: 2, column: 12 } },
  ]);
});

test('what cannot be asked for is noted: computed keys, more than a hundred variables', () => {
  const many = Array.from({ length: 103 }, (_, n) => `{{ v${n} }}`).join('');
  const { needed, findings } = checked('{{ v1 }}', `${many}\n{{ list[key] }}`);

  expect(new Set(needed.map(({ path }) => path)).size).toBe(100);
  expect(findings).toMatchObject([
    { code: 'NOT_CHECKED', field: 'body', line: 2, column: 1, message: expect.stringContaining('“list”') },
    { code: 'NOT_CHECKED', message: '3 more variables were not checked for missing values.' },
  ]);
});

test('HTML that is nested too deeply is noted', () => {
  expect(checked('s', '<div>'.repeat(301)).findings).toMatchObject([{ code: 'NOT_CHECKED', field: 'body' }]);
});

test('nothing else is said about texts that do not parse', () => {
  const { needed, findings } = checked('{{ name }}', '<a href="x">{% if %}');

  expect(needed).toEqual([]);
  expect(findings.map(({ code }) => code)).toEqual(['TEMPLATE_SYNTAX', 'TEMPLATE_SYNTAX']);
});
