import { isLongerThan } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { isUnit, type Unit, unitMilliseconds } from './operators.ts';
import type { FilterProblem } from './problem.ts';
import { numberOf } from './values.ts';

export type Scalar = string | number | boolean;

/** A filter's value: text, a number or a boolean (section 1.3). */
export function readScalar(raw: unknown, problems: FilterProblem[]): Scalar | undefined {
  if (raw === undefined || raw === null) {
    return refuse(problems, { key: 'value', code: 'required', message: 'This operator needs a value.' });
  }
  if (typeof raw === 'boolean') return raw;
  if (typeof raw === 'number' && Number.isFinite(raw)) return raw === 0 ? 0 : raw; // JSON text has one zero
  if (typeof raw !== 'string') {
    return refuse(problems, { key: 'value', code: 'invalid_type', message: 'A value is text, a number or a boolean.' });
  }
  if (isLongerThan(raw, limits.conditionTextCharacters)) {
    const message = `A text value has at most ${limits.conditionTextCharacters} characters.`;
    return refuse(problems, { key: 'value', code: 'too_big', message });
  }
  if (raw.includes('\0')) {
    const message = 'A value cannot contain the character U+0000.';
    return refuse(problems, { key: 'value', code: 'invalid_string', message });
  }
  return raw.toWellFormed();
}

export type TimeWindow = { value: string | number; unit: Unit; milliseconds: number };

/** The N and unit of an operator that measures time (D-302, D-316). */
export function readWindow(rawValue: unknown, rawUnit: unknown, problems: FilterProblem[]): TimeWindow | undefined {
  const unit = readUnit(rawUnit, problems);
  const value = readScalar(rawValue, problems);
  if (value === undefined) return undefined;

  const amount = typeof value === 'string' ? numberOf(value) : value;
  if (typeof amount !== 'number' || typeof value === 'boolean') {
    return refuse(problems, { key: 'value', code: 'invalid_type', message: 'The length of time is a number.' });
  }
  if (amount <= 0) {
    return refuse(problems, { key: 'value', code: 'too_small', message: 'The length of time is more than 0.' });
  }
  if (unit === undefined) return undefined;
  // Times are whole milliseconds, so rounding down changes no result.
  const milliseconds = Math.floor(amount * unitMilliseconds[unit]);
  if (milliseconds > limits.conditionWindowDays * unitMilliseconds.days) {
    const message = `The length of time is at most ${limits.conditionWindowDays} days.`;
    return refuse(problems, { key: 'value', code: 'too_big', message });
  }
  return { value, unit, milliseconds };
}

function readUnit(raw: unknown, problems: FilterProblem[]): Unit | undefined {
  const message = 'A unit is minutes, hours or days.';
  if (raw === undefined || raw === null) return refuse(problems, { key: 'unit', code: 'required', message });
  if (typeof raw !== 'string') return refuse(problems, { key: 'unit', code: 'invalid_type', message });
  return isUnit(raw) ? raw : refuse(problems, { key: 'unit', code: 'invalid_enum_value', message });
}

function refuse(problems: FilterProblem[], problem: FilterProblem): undefined {
  problems.push(problem);
}
