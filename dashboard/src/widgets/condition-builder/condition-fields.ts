import type { Operator, Rule, Unit } from './condition-tree.ts';

/** What a field holds; it decides which operators are offered. */
export type FieldType = 'string' | 'boolean' | 'number' | 'date' | 'event' | 'segment';
/** The word before the name of a field. */
export type FieldKind = 'contact' | 'data' | 'event' | 'mail' | 'segment' | 'context';

export type ConditionField = {
  /** As the API names it: `data.plan`, `event.signup`, `segment.<id>`. */
  field: string;
  label: string;
  kind: FieldKind;
  type: FieldType;
  /** How many contacts have it. */
  count?: number | undefined;
};

/** The fields every contact has, and the mail activities. */
export const builtInFields: readonly ConditionField[] = [
  { field: 'email', label: 'address', kind: 'contact', type: 'string' },
  { field: 'subscribed', label: 'subscribed', kind: 'contact', type: 'boolean' },
  { field: 'createdAt', label: 'date added', kind: 'contact', type: 'date' },
  { field: 'updatedAt', label: 'last change', kind: 'contact', type: 'date' },
  ...['sent', 'delivery', 'open', 'click', 'bounce', 'complaint', 'received', 'failed', 'suppressed'].map(
    (activity): ConditionField => ({
      field: `email.${activity}`,
      label: activityLabel(activity),
      kind: 'mail',
      type: 'event',
    }),
  ),
];

function activityLabel(activity: string): string {
  const labels: Record<string, string> = {
    delivery: 'delivered',
    open: 'opened',
    click: 'clicked',
    bounce: 'bounced',
    suppressed: 'held back',
  };
  return labels[activity] ?? activity;
}

/** The aliases the API takes for an activity, turned into the name it gives back. */
const activityNames: Record<string, string> = {
  delivered: 'delivery',
  opened: 'open',
  clicked: 'click',
  bounced: 'bounce',
  complained: 'complaint',
};

const eventOperators: readonly Operator[] = [
  'triggered',
  'notTriggered',
  'triggeredWithin',
  'triggeredOlderThan',
  'notTriggeredWithin',
];
const timeOperators: readonly Operator[] = [
  'within',
  'olderThan',
  'triggeredWithin',
  'triggeredOlderThan',
  'notTriggeredWithin',
];
const bareOperators: readonly Operator[] = [
  'exists',
  'notExists',
  'triggered',
  'notTriggered',
  'memberOfSegment',
  'notMemberOfSegment',
];

export const measuresTime = (operator: Operator): boolean => timeOperators.includes(operator);
export const takesValue = (operator: Operator): boolean => !bareOperators.includes(operator);

/** Finds the field of a rule. One that is not known, for example of a tree made by the API, is described by its name. */
export function fieldOf(rule: Rule, fields: readonly ConditionField[]): ConditionField | null {
  if (rule.field === '') return null;
  const name = canonicalName(rule);
  return fields.find((field) => field.field === name) ?? describe(name, rule);
}

function canonicalName(rule: Rule): string {
  const { field, operator } = rule;
  if (eventOperators.includes(operator)) {
    const event = field.startsWith('event.') ? field.slice('event.'.length) : field;
    if (!event.startsWith('email.')) return `event.${event}`;
    const activity = event.slice('email.'.length);
    return `email.${activityNames[activity] ?? activity}`;
  }
  const own = field.startsWith('contact.') ? field.slice('contact.'.length) : field;
  const isPlain =
    /^(data|event|workflow|segment)\./.test(own) || builtInFields.some((builtIn) => builtIn.field === own);
  return isPlain ? own : `data.${own}`;
}

function describe(name: string, rule: Rule): ConditionField {
  const [prefix = '', ...rest] = name.split('.');
  const label = rest.join('.');
  if (prefix === 'segment')
    return { field: name, label: 'a segment that is not known', kind: 'segment', type: 'segment' };
  if (eventOperators.includes(rule.operator)) {
    return { field: name, label, kind: prefix === 'email' ? 'mail' : 'event', type: 'event' };
  }
  const type = typeFromRule(rule);
  if (prefix === 'event' || prefix === 'workflow') return { field: name, label, kind: 'context', type };
  return { field: name, label: label || name, kind: 'data', type };
}

function typeFromRule(rule: Rule): FieldType {
  if (measuresTime(rule.operator)) return 'date';
  if (typeof rule.value === 'boolean') return 'boolean';
  return typeof rule.value === 'number' ? 'number' : 'string';
}

/** An operator in words. Booleans carry their value in the words. */
export type OperatorChoice = { key: string; words: string; operator: Operator; value?: boolean };

const presence: readonly OperatorChoice[] = [
  { key: 'exists', words: 'is set', operator: 'exists' },
  { key: 'notExists', words: 'is not set', operator: 'notExists' },
];

const offered: Record<FieldType, readonly OperatorChoice[]> = {
  string: [
    { key: 'equals', words: 'is', operator: 'equals' },
    { key: 'notEquals', words: 'is not', operator: 'notEquals' },
    { key: 'contains', words: 'contains', operator: 'contains' },
    { key: 'notContains', words: 'does not contain', operator: 'notContains' },
    ...presence,
  ],
  boolean: [
    { key: 'true', words: 'is true', operator: 'equals', value: true },
    { key: 'false', words: 'is false', operator: 'equals', value: false },
    ...presence,
  ],
  number: [
    { key: 'equals', words: 'is', operator: 'equals' },
    { key: 'notEquals', words: 'is not', operator: 'notEquals' },
    { key: 'greaterThan', words: 'more than', operator: 'greaterThan' },
    { key: 'lessThan', words: 'less than', operator: 'lessThan' },
    { key: 'greaterThanOrEqual', words: 'at least', operator: 'greaterThanOrEqual' },
    { key: 'lessThanOrEqual', words: 'at most', operator: 'lessThanOrEqual' },
    ...presence,
  ],
  date: [
    { key: 'within', words: 'within the last', operator: 'within' },
    { key: 'olderThan', words: 'longer ago than', operator: 'olderThan' },
    { key: 'lessThan', words: 'before', operator: 'lessThan' },
    { key: 'greaterThan', words: 'after', operator: 'greaterThan' },
    { key: 'equals', words: 'on', operator: 'equals' },
    ...presence,
  ],
  event: [
    { key: 'triggered', words: 'has happened', operator: 'triggered' },
    { key: 'notTriggered', words: 'never happened', operator: 'notTriggered' },
    { key: 'triggeredWithin', words: 'happened within', operator: 'triggeredWithin' },
    { key: 'triggeredOlderThan', words: 'last happened longer ago than', operator: 'triggeredOlderThan' },
    { key: 'notTriggeredWithin', words: 'not within', operator: 'notTriggeredWithin' },
  ],
  segment: [
    { key: 'memberOfSegment', words: 'is in', operator: 'memberOfSegment' },
    { key: 'notMemberOfSegment', words: 'is not in', operator: 'notMemberOfSegment' },
  ],
};

/** Words for operators that a tree of the API may hold although the builder does not offer them for the type. */
const otherWords: Record<Operator, string> = {
  equals: 'is',
  notEquals: 'is not',
  contains: 'contains',
  notContains: 'does not contain',
  greaterThan: 'more than',
  lessThan: 'less than',
  greaterThanOrEqual: 'at least',
  lessThanOrEqual: 'at most',
  exists: 'is set',
  notExists: 'is not set',
  within: 'within the last',
  olderThan: 'longer ago than',
  triggered: 'has happened',
  notTriggered: 'never happened',
  triggeredWithin: 'happened within',
  triggeredOlderThan: 'last happened longer ago than',
  notTriggeredWithin: 'not within',
  memberOfSegment: 'is in',
  notMemberOfSegment: 'is not in',
};

/** The operators of a type; the one a rule has is among them even if it is not usual for the type. */
export function operatorChoices(type: FieldType, rule: Rule): readonly OperatorChoice[] {
  const usual = offered[type];
  if (rule.field === '' || operatorKey(type, rule) !== null) return usual;
  return [...usual, { key: rule.operator, words: otherWords[rule.operator], operator: rule.operator }];
}

/** Which of the offered operators a rule has; null when it is none of them. */
function operatorKey(type: FieldType, rule: Rule): string | null {
  const value =
    typeof rule.value === 'string' && /^(true|false)$/i.test(rule.value)
      ? rule.value.toLowerCase() === 'true'
      : rule.value;
  const found = offered[type].find(
    (choice) => choice.operator === rule.operator && (choice.value === undefined || choice.value === value),
  );
  return found?.key ?? null;
}

export function chosenOperator(type: FieldType, rule: Rule): OperatorChoice {
  const choices = operatorChoices(type, rule);
  const key = operatorKey(type, rule) ?? rule.operator;
  return (
    choices.find((choice) => choice.key === key) ?? {
      key: rule.operator,
      words: otherWords[rule.operator],
      operator: rule.operator,
    }
  );
}

/** The rule after another operator was chosen. A value or unit that still makes sense stays. */
export function withOperator(rule: Rule, choice: OperatorChoice): Rule {
  const next: Rule = { field: rule.field, operator: choice.operator };
  if (choice.value !== undefined) return { ...next, value: choice.value };
  if (!takesValue(choice.operator)) return next;
  if (measuresTime(choice.operator)) {
    const count = measuresTime(rule.operator) && rule.value !== undefined ? rule.value : 30;
    return { ...next, value: count, unit: rule.unit ?? 'days' };
  }
  const isKept = rule.value !== undefined && typeof rule.value !== 'boolean' && !measuresTime(rule.operator);
  return isKept && rule.value !== undefined ? { ...next, value: rule.value } : next;
}

/** The rule after another field was chosen: the first operator of its type, no value. */
export function withField(rule: Rule, field: ConditionField, old: ConditionField | null): Rule {
  const isSameType = old !== null && old.type === field.type && field.type !== 'string';
  if (isSameType) return { ...rule, field: field.field };
  const [first] = offered[field.type];
  return withOperator(
    { field: field.field, operator: rule.operator },
    first ?? { key: '', words: '', operator: 'exists' },
  );
}

export const units: readonly Unit[] = ['minutes', 'hours', 'days'];
