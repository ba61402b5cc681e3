import { activityNames, canonicalEventName, isUnknownActivity } from '#pure/event-names';
import { operatorsOf, type ValueOperator } from './operators.ts';
import type { FilterProblem } from './problem.ts';
import type { KeyPath, ValueField } from './tree.ts';

export type FieldOptions = {
  /** Whether `event.<key>` and `workflow.<key>` read an execution's context: in CONDITION steps only (D-309). */
  readonly allowsContext: boolean;
};

const standard = /^(?:email|subscribed|createdAt|updatedAt)$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The canonical event name a field means with an event operator (D-305, D-308). */
export function readEvent(field: string, problems: FilterProblem[]): string | undefined {
  if (standard.test(field)) {
    problems.push({ key: 'operator', code: 'custom', message: `${field} is a field of the contact, not an event.` });
    return undefined;
  }
  const name = withoutPrefix(field, 'event.');
  if (name === '') {
    problems.push({ key: 'field', code: 'custom', message: 'The field names no event.' });
    return undefined;
  }
  if (isUnknownActivity(name)) {
    const message = `Mail activity is one of ${activityNames.join(', ')}.`;
    problems.push({ key: 'field', code: 'invalid_enum_value', message });
    return undefined;
  }
  return canonicalEventName(name);
}

/** The id in `segment.<uuid>`. */
export function readSegment(field: string, problems: FilterProblem[]): string | undefined {
  const id = field.startsWith('segment.') ? field.slice('segment.'.length) : '';
  if (uuid.test(id)) return id.toLowerCase();
  problems.push({ key: 'field', code: 'custom', message: 'With this operator the field is segment. and an id.' });
  return undefined;
}

/** The value a field means with a value operator (D-306, D-309). */
export function readValueField(
  field: string,
  operator: ValueOperator,
  options: FieldOptions,
  problems: FilterProblem[],
): ValueField | undefined {
  const found = findField(field, options);
  if (typeof found === 'string') {
    problems.push({ key: 'operator', code: 'custom', message: found });
    return undefined;
  }
  if ('key' in found && found.key === '') {
    problems.push({ key: 'field', code: 'custom', message: 'The field names no key.' });
    return undefined;
  }
  const has = operatorsOf[found.kind] ?? [];
  if (has.includes(operator)) return found;
  problems.push({ key: 'operator', code: 'custom', message: `${found.kind} has the operators ${has.join(', ')}.` });
  return undefined;
}

function findField(field: string, { allowsContext }: FieldOptions): ValueField | string {
  if (allowsContext && /^(?:event|workflow)\./.test(field)) {
    return { kind: 'context', ...keyPath(field.slice(field.indexOf('.') + 1)) };
  }
  const name = withoutPrefix(field, 'contact.');
  if (name === 'email' || name === 'subscribed' || name === 'createdAt' || name === 'updatedAt') return { kind: name };
  if (/^(?:event|email)\./.test(name)) return 'An event goes with an operator such as triggered.';
  if (name.startsWith('segment.')) return 'A segment goes with memberOfSegment or notMemberOfSegment.';
  return { kind: 'data', ...keyPath(withoutPrefix(name, 'data.')) };
}

const withoutPrefix = (text: string, prefix: string): string =>
  text.startsWith(prefix) ? text.slice(prefix.length) : text;

const keyPath = (key: string): KeyPath => ({ key, path: key.includes('.') ? key.split('.') : null });
