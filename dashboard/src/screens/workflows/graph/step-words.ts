import {
  type Config,
  type GraphStep,
  multiBranches,
  recordOf,
  type StepType,
  textOf,
  wordOf,
} from './workflow-graph.ts';

/** What a step of this type does, as it follows the name in the head of the panel. */
export const typeWords: Readonly<Record<StepType, string>> = {
  TRIGGER: 'where people enter',
  SEND_EMAIL: 'sends a mail',
  DELAY: 'waits for a time',
  WAIT_FOR_EVENT: 'waits for an event',
  CONDITION: 'asks a question',
  WEBHOOK: 'calls an address',
  UPDATE_CONTACT: 'changes the contact',
  EXIT: 'leaves the workflow',
};

const units: Readonly<Record<string, readonly [string, string]>> = {
  minutes: ['minute', 'minutes'],
  hours: ['hour', 'hours'],
  days: ['day', 'days'],
};

export function amountWords(amount: unknown, unit: unknown): string | null {
  const words = units[textOf(unit)];
  if (typeof amount !== 'number' || !words) return null;
  return `${amount.toLocaleString()} ${words[amount === 1 ? 0 : 1]}`;
}

const spans: readonly (readonly [number, string, string])[] = [
  [86_400, 'day', 'days'],
  [3_600, 'hour', 'hours'],
  [60, 'minute', 'minutes'],
  [1, 'second', 'seconds'],
];

/** A span of seconds in at most two units: `6 days 4 hours`. */
export function secondsWords(seconds: number): string {
  let rest = Math.max(0, Math.round(seconds));
  if (rest === 0) return 'at once';
  const parts: string[] = [];
  for (const [size, one, many] of spans) {
    const count = Math.floor(rest / size);
    if (count > 0) parts.push(`${count.toLocaleString()} ${count === 1 ? one : many}`);
    else if (parts.length > 0) break;
    rest -= count * size;
    if (parts.length === 2) break;
  }
  return parts.join(' ');
}

const operators: Readonly<Record<string, string>> = {
  equals: 'is',
  notEquals: 'is not',
  contains: 'contains',
  notContains: 'does not contain',
  greaterThan: 'is more than',
  lessThan: 'is less than',
  greaterThanOrEqual: 'is at least',
  lessThanOrEqual: 'is at most',
  exists: 'is set',
  notExists: 'is not set',
  within: 'is within the last',
  olderThan: 'is longer ago than',
  triggered: 'has happened',
  notTriggered: 'has never happened',
  triggeredWithin: 'happened within',
  triggeredOlderThan: 'last happened longer ago than',
  notTriggeredWithin: 'has not happened within',
  memberOfSegment: 'contains the contact',
  notMemberOfSegment: 'does not contain the contact',
};

/** A field as a person reads it: without the words that say where it is stored. */
export const fieldWords = (field: string): string =>
  field.startsWith('segment.') ? 'a segment' : field.replace(/^(contact\.)?data\.|^contact\.|^event\./, '');

export function ruleWords(rule: Config): string | null {
  const field = textOf(rule.field);
  const operator = operators[textOf(rule.operator)];
  if (field === '' || operator === undefined) return null;
  const span = amountWords(Number(rule.value), rule.unit);
  const hasUnit = textOf(rule.unit) !== '' && span !== null;
  const value = hasUnit ? span : wordOf(rule.value);
  return `${fieldWords(field)} ${operator}${value === '' ? '' : ` ${value}`}`;
}

/** The rules of a tree: how many, and the first in words. */
function treeWords(config: Config): string | null {
  const tree = 'condition' in config ? recordOf(config.condition) : config;
  const rules = rulesOf(tree);
  const first = rules[0] && ruleWords(rules[0]);
  if (!first) return null;
  return rules.length === 1 ? first : `${first}, and ${rules.length - 1} more`;
}

function rulesOf({ groups }: Config): Config[] {
  if (!Array.isArray(groups)) return [];
  return groups.flatMap((group: unknown) => {
    const { filters, conditions } = recordOf(group);
    const own = Array.isArray(filters) ? filters.map(recordOf) : [];
    return [...own, ...rulesOf(recordOf(conditions))];
  });
}

function conditionWords(config: Config): string {
  if (config.mode === 'multi') {
    const count = multiBranches(config).length;
    const field = textOf(config.field);
    return field === '' ? 'no question yet' : `By ${fieldWords(field)}, ${count + 1} ways`;
  }
  const rule = 'groups' in config || 'condition' in config ? treeWords(config) : ruleWords(config);
  return rule === null ? 'no question yet' : `If ${rule}`;
}

function updateWords(config: Config): string {
  const keys = [...new Set([...Object.keys(recordOf(config.data)), ...Object.keys(recordOf(config.updates))])];
  const action = textOf(config.subscriptionAction);
  const subscription = action === 'subscribe' ? 'subscribes' : action === 'unsubscribe' ? 'unsubscribes' : null;
  const sets = keys.length === 0 ? null : `sets ${keys.slice(0, 3).join(', ')}${keys.length > 3 ? ' and more' : ''}`;
  return [sets, subscription].filter((part) => part !== null).join(' and ') || 'changes nothing yet';
}

function webhookWords(config: Config): string {
  const url = textOf(config.url);
  return url === '' ? 'no address yet' : `${textOf(config.method) || 'POST'} ${url.replace(/^https?:\/\//, '')}`;
}

function triggerWords(config: Config, triggerType: string): string {
  if (triggerType === 'MANUAL') return 'entered by hand or by the API';
  if (triggerType === 'SCHEDULE') {
    const schedule = textOf(config.schedule);
    return schedule === '' ? 'at set times, none yet' : `at ${schedule} (cron)`;
  }
  const event = textOf(config.eventName);
  return event === '' ? 'no event yet' : `event ${event}`;
}

/** One line of meaning. */
export function meaningOf(step: GraphStep, triggerType = 'EVENT'): string {
  const { config } = step;
  switch (step.type) {
    case 'TRIGGER':
      return triggerWords(config, triggerType);
    case 'SEND_EMAIL':
      return step.template ? `Template ${step.template.name}` : step.templateId ? 'Template' : 'no template yet';
    case 'DELAY': {
      const span = amountWords(config.amount, config.unit);
      return span === null ? 'no time yet' : `${span} from entering this step`;
    }
    case 'WAIT_FOR_EVENT': {
      const event = textOf(config.eventName);
      const longest = typeof config.timeout === 'number' ? secondsWords(config.timeout) : '365 days';
      return event === '' ? 'no event yet' : `for ${event}, at most ${longest}`;
    }
    case 'CONDITION':
      return conditionWords(config);
    case 'WEBHOOK':
      return webhookWords(config);
    case 'UPDATE_CONTACT':
      return updateWords(config);
    case 'EXIT':
      return textOf(config.reason) === '' ? 'leaves the workflow' : `leaves with “${textOf(config.reason)}”`;
  }
}

/** The name that a new step gets when none is typed. */
export function suggestedName(type: StepType, config: Config, templateName: string | null): string {
  switch (type) {
    case 'TRIGGER':
      return 'Trigger';
    case 'SEND_EMAIL':
      return templateName ?? 'Send a mail';
    case 'DELAY': {
      const span = amountWords(config.amount, config.unit);
      return span === null ? 'Wait' : `Wait ${span}`;
    }
    case 'WAIT_FOR_EVENT':
      return textOf(config.eventName) === '' ? 'Wait for an event' : `Wait for ${textOf(config.eventName)}`;
    case 'CONDITION':
      return conditionWords(config) === 'no question yet' ? 'Question' : `${conditionWords(config)}`;
    case 'WEBHOOK':
      return 'Call an address';
    case 'UPDATE_CONTACT':
      return 'Change the contact';
    case 'EXIT':
      return 'Leave the workflow';
  }
}

/** The word on a branch: of the canvas and of the outline alike. */
export function branchWord(step: Pick<GraphStep, 'type' | 'config'>, branch: string): string {
  if (step.type === 'WAIT_FOR_EVENT') {
    return branch === 'event' ? 'it happened' : branch === 'timeout' ? 'time-out' : branch;
  }
  if (branch === 'default' && step.config.mode === 'multi') return 'none of these';
  return multiBranches(step.config).find(({ id }) => id === branch)?.name ?? branch;
}
