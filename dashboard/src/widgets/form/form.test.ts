import { describe, expect, it } from 'vitest';
import { formatCount } from '../figures/format.ts';
import { fieldFor, flattenErrors, placeErrors, summaryWords } from './field-errors.ts';
import { formKey } from './form-keys.ts';
import { readNumber } from './read-number.ts';

describe('errors of the server', () => {
  it('find their field, or the nearest one around them', () => {
    expect(fieldFor('host', ['host'])).toBe('host');
    expect(fieldFor('condition.groups.0.filters.1', ['name', 'condition'])).toBe('condition');
    expect(fieldFor('conditions', ['condition'])).toBeNull();
    expect(fieldFor('', ['host'])).toBeNull();
  });

  it('carry their suggestion; one without a field names its path', () => {
    const errors = [
      { field: 'host', message: 'No such name.', suggestion: 'Did you mean smtp.example.com?' },
      { field: 'region', message: 'Unknown.' },
    ];
    expect(placeErrors(errors, ['host'])).toEqual([
      { field: 'host', message: 'No such name. Did you mean smtp.example.com?' },
      { field: null, message: 'region: Unknown.' },
    ]);
  });

  it('are flattened to paths', () => {
    const errors = {
      name: { type: 'required', message: 'Needed.' },
      config: { port: { type: 'server', message: '' } },
    };
    expect(flattenErrors(errors)).toEqual([
      { path: 'name', message: 'Needed.' },
      { path: 'config.port', message: 'This value is not accepted.' },
    ]);
  });

  it('are counted in words', () => {
    expect(summaryWords(1)).toBe('One thing needs another look.');
    expect(summaryWords(2)).toBe('Two things need another look.');
    expect(summaryWords(12)).toBe('12 things need another look.');
  });
});

describe('form keys', () => {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  it('save with S, act with Enter, with either modifier', () => {
    expect(formKey({ ...none, key: 's', ctrlKey: true })).toBe('save');
    expect(formKey({ ...none, key: 'S', metaKey: true })).toBe('save');
    expect(formKey({ ...none, key: 'Enter', metaKey: true })).toBe('primary');
  });
  it('leave everything else alone', () => {
    expect(formKey({ ...none, key: 's' })).toBeNull();
    expect(formKey({ ...none, key: 's', ctrlKey: true, shiftKey: true })).toBeNull();
    expect(formKey({ ...none, key: 'a', ctrlKey: true })).toBeNull();
  });
});

describe('a typed number', () => {
  it.each([
    ['', undefined, undefined],
    [undefined, undefined, undefined],
    ['587', 587, undefined],
    [' 25 ', 25, undefined],
    [0, 0, 'At least 1.'],
    ['70000', 70_000, `At most ${formatCount(65_535)}.`],
    ['1.5', 1.5, 'A whole number is needed.'],
    ['12a', '12a', 'This is not a number.'],
    ['1e3', '1e3', 'This is not a number.'],
    ['99999999999999999999', 1e20, 'A whole number is needed.'],
  ])('%s', (typed, value, problem) => {
    expect(readNumber(typed, { min: 1, max: 65_535 })).toEqual({ value, problem });
  });
});
