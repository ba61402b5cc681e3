import { daysWithTimes, type Schedule } from './schedule.ts';

interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
}

const fields: readonly Field[] = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12 },
  { name: 'weekday', min: 0, max: 7 },
];

const maxCharacters = 200;

/** Reads five fields: minute, hour, day, month, weekday; each `*`, numbers, ranges, steps and lists of them. */
export function readSchedule(
  given: string,
): { readonly ok: true; readonly schedule: Schedule } | { readonly ok: false; readonly message: string } {
  if (given.length > maxCharacters) return { ok: false, message: `At most ${maxCharacters} characters.` };
  const parts = given.split(' ').filter((part) => part !== '');
  if (parts.length !== fields.length) return { ok: false, message: 'Five fields: minute, hour, day, month, weekday.' };
  const lists = fields.map((field, index) => readField(parts[index] ?? '', field));
  const wrong = fields.find((_, index) => lists[index] === null);
  if (wrong)
    return { ok: false, message: `The ${wrong.name} is ${wrong.min} to ${wrong.max}, a list, a range or a step.` };
  const [minutes = [], hours = [], days = [], months = [], weekdays = []] = lists.map((list) => list ?? []);
  const schedule = {
    minutes,
    hours,
    days,
    months,
    weekdays: [...new Set(weekdays.map((day) => day % 7))],
    isEitherDay: !parts[2]?.startsWith('*') && !parts[4]?.startsWith('*'),
  };
  const { done } = daysWithTimes(schedule, new Date(Date.UTC(2024, 0, 1))).next();
  return done ? { ok: false, message: 'No date is like this.' } : { ok: true, schedule };
}

/** The numbers of one field in order; null if it cannot be read. */
function readField(text: string, field: Field): number[] | null {
  const found = new Set<number>();
  for (const item of text.split(',')) {
    const numbers = readItem(item, field);
    if (!numbers) return null;
    for (const number of numbers) found.add(number);
  }
  return [...found].toSorted((a, b) => a - b);
}

function readItem(item: string, { min, max }: Field): number[] | null {
  const read = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(item);
  if (!read) return null;
  const [, first, last, step] = read;
  const from = first === undefined ? min : Number(first);
  const to = last !== undefined ? Number(last) : first === undefined || step !== undefined ? max : from;
  const by = step === undefined ? 1 : Number(step);
  if (from < min || to > max || from > to || by < 1) return null;
  return Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, index) => from + index * by);
}
