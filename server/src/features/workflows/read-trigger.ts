import { isTimeZone } from '#features/projects';
import { conditionIssues } from '#features/segments';
import { readId } from '#platform/ids';
import { type FieldProblem, Invalid } from '#platform/refusals';
import { readCondition, toJson } from '#pure/conditions';
import { isPlainObject, type JsonObject } from '#pure/custom-fields';
import { readEventName } from '#pure/event-names';
import { limits } from '#pure/limits';
import { minutesApart, readSchedule } from '#pure/schedules';
import type { TriggerType } from './workflow.ts';

type Problem = (key: string, code: string, message: string) => never;

/** The trigger as it is stored; what is missing may be missing while the workflow is disabled (D-903, D-910). */
export function readTrigger(type: TriggerType, given: unknown, { timezone }: { timezone: string }): JsonObject | null {
  if (type === 'MANUAL') return null;
  const raw = given ?? {};
  if (!isPlainObject(raw)) return refuse('', 'invalid_type', 'Must be an object.');
  return type === 'EVENT' ? { eventName: readName(raw.eventName) } : readTimes(raw, timezone);
}

const refuse: Problem = (key, code, message) => {
  throw Invalid([problemAt(key, code, message)]);
};

const problemAt = (key: string, code: string, message: string): FieldProblem => ({
  field: key === '' ? 'triggerConfig' : `triggerConfig.${key}`,
  code,
  message,
});

function readName(given: unknown): string | null {
  if (given === undefined || given === null) return null;
  if (typeof given !== 'string') return refuse('eventName', 'invalid_type', 'Must be text.');
  const read = readEventName(given);
  return read.ok ? read.name : refuse('eventName', read.code, read.message);
}

function readTimes(raw: Record<string, unknown>, projectZone: string): JsonObject {
  const segmentId = readSegment(raw.segmentId);
  const audienceCondition = readAudience(raw.audienceCondition);
  if (segmentId !== null && audienceCondition !== null) {
    return refuse('segmentId', 'custom', 'A segment or a condition, not both.');
  }
  return {
    schedule: readCron(raw.schedule),
    timezone: readZone(raw.timezone) ?? projectZone,
    ...(segmentId === null ? {} : { segmentId }),
    ...(audienceCondition === null ? {} : { audienceCondition }),
  };
}

function readCron(given: unknown): string | null {
  if (given === undefined || given === null) return null;
  if (typeof given !== 'string') return refuse('schedule', 'invalid_type', 'Must be text.');
  const read = readSchedule(given);
  if (!read.ok) return refuse('schedule', 'invalid_string', read.message);
  if (minutesApart(read.schedule) < limits.minScheduleMinutes) {
    return refuse('schedule', 'custom', `Its times are at least ${limits.minScheduleMinutes} minutes apart.`);
  }
  return given;
}

function readZone(given: unknown): string | null {
  if (given === undefined || given === null) return null;
  if (typeof given === 'string' && given.length <= limits.timeZoneCharacters && isTimeZone(given)) return given;
  return refuse('timezone', 'invalid_string', 'Must be the name of a time zone, for example Europe/Berlin.');
}

function readSegment(given: unknown): string | null {
  if (given === undefined || given === null) return null;
  const id = typeof given === 'string' ? readId(given) : null;
  return id ?? refuse('segmentId', 'invalid_string', 'Must be an id.');
}

function readAudience(given: unknown): JsonObject | null {
  if (given === undefined || given === null) return null;
  const read = readCondition(given, { allowsContext: false });
  // The cast: a tree as JSON has no other values.
  if (read.ok) return toJson(read.tree) as unknown as JsonObject;
  throw Invalid(
    conditionIssues(read.problems).map(({ path, params, message }) =>
      problemAt(['audienceCondition', ...path].join('.'), params.code, message),
    ),
  );
}
