import { type Config, type GraphStep, recordOf, type StepType, textOf } from '../graph/workflow-graph.ts';
import { type ConditionValues, conditionConfig, conditionValues } from './condition-values.ts';

export type Unit = 'minutes' | 'hours' | 'days';

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

export type UpdateKind = 'text' | 'number' | 'yes-no' | 'json' | 'remove';

export interface UpdateRow extends NamedValue {
  readonly kind: UpdateKind;
}

/** All fields of all step forms; a form shows those of its type. */
export interface StepValues {
  name: string;
  templateId: string;
  recipient: 'CONTACT' | 'CUSTOM';
  customEmail: string;
  from: string;
  fromName: string;
  replyTo: string;
  amount: number | undefined;
  unit: Unit;
  eventName: string;
  timeoutAmount: number | undefined;
  timeoutUnit: Unit;
  condition: ConditionValues;
  url: string;
  method: string;
  headers: NamedValue[];
  body: string;
  saveAs: string;
  onFailure: 'fail' | 'continue';
  updates: UpdateRow[];
  subscriptionAction: 'none' | 'subscribe' | 'unsubscribe';
  reason: string;
}

export const unitSeconds: Readonly<Record<Unit, number>> = { minutes: 60, hours: 3_600, days: 86_400 };

const unitOf = (value: unknown): Unit => (value === 'minutes' || value === 'hours' ? value : 'days');

/** The largest unit in which the seconds are a whole number. */
function spanOf(seconds: unknown): { amount: number | undefined; unit: Unit } {
  if (typeof seconds !== 'number') return { amount: undefined, unit: 'days' };
  const unit = (['days', 'hours'] as const).find((one) => seconds % unitSeconds[one] === 0) ?? 'minutes';
  return { amount: seconds / unitSeconds[unit], unit };
}

function updateRow(name: string, value: unknown): UpdateRow {
  if (value === null) return { name, kind: 'remove', value: '' };
  if (typeof value === 'string') return { name, kind: 'text', value };
  if (typeof value === 'number') return { name, kind: 'number', value: String(value) };
  if (typeof value === 'boolean') return { name, kind: 'yes-no', value: String(value) };
  return { name, kind: 'json', value: JSON.stringify(value) };
}

const prettyJson = (value: unknown): string =>
  value === undefined || value === null ? '' : JSON.stringify(value, null, 2);

/** The values of a form from a stored step. */
export function valuesOf({ name, templateId, config }: Pick<GraphStep, 'name' | 'templateId' | 'config'>): StepValues {
  const recipient = recordOf(config.recipient);
  const timeout = spanOf(config.timeout);
  const patch = { ...recordOf(config.data), ...recordOf(config.updates) };
  return {
    name,
    templateId: templateId ?? '',
    recipient: recipient.type === 'CUSTOM' ? 'CUSTOM' : 'CONTACT',
    customEmail: textOf(recipient.customEmail),
    from: textOf(config.from),
    fromName: textOf(config.fromName),
    replyTo: textOf(config.replyTo),
    amount: typeof config.amount === 'number' ? config.amount : undefined,
    unit: unitOf(config.unit),
    eventName: textOf(config.eventName),
    timeoutAmount: timeout.amount,
    timeoutUnit: timeout.unit,
    condition: conditionValues(config),
    url: textOf(config.url),
    method: textOf(config.method) || 'POST',
    headers: Object.entries(recordOf(config.headers)).map(([header, value]) => ({
      name: header,
      value: String(value),
    })),
    body: prettyJson(config.body),
    saveAs: textOf(config.saveAs),
    onFailure: config.onFailure === 'continue' ? 'continue' : 'fail',
    updates: Object.entries(patch).map(([key, value]) => updateRow(key, value)),
    subscriptionAction:
      config.subscriptionAction === 'subscribe' || config.subscriptionAction === 'unsubscribe'
        ? config.subscriptionAction
        : 'none',
    reason: textOf(config.reason),
  };
}

/** Leaves out what was not filled in: the server takes a missing field as a draft, but not an empty text. */
function filled(config: Readonly<Record<string, unknown>>): Config {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== '' && value !== undefined));
}

function updateValue({ kind, value }: UpdateRow): unknown {
  if (kind === 'remove') return null;
  if (kind === 'number') return Number(value);
  if (kind === 'yes-no') return value === 'true';
  return kind === 'json' ? JSON.parse(value) : value;
}

/** The config that the server gets; texts of JSON were checked by the form. */
export function configOf(type: StepType, values: StepValues): Config {
  switch (type) {
    case 'TRIGGER':
      return {};
    case 'SEND_EMAIL':
      return filled({
        recipient:
          values.recipient === 'CUSTOM' ? { type: 'CUSTOM', customEmail: values.customEmail } : { type: 'CONTACT' },
        from: values.from.trim(),
        fromName: values.fromName.trim(),
        replyTo: values.replyTo.trim(),
      });
    case 'DELAY':
      return filled({ amount: values.amount, unit: values.unit });
    case 'WAIT_FOR_EVENT':
      return filled({
        eventName: values.eventName.trim(),
        timeout:
          values.timeoutAmount === undefined
            ? undefined
            : Math.round(values.timeoutAmount * unitSeconds[values.timeoutUnit]),
      });
    case 'CONDITION':
      return conditionConfig(values.condition);
    case 'WEBHOOK': {
      const headers = values.headers.filter(({ name }) => name.trim() !== '');
      return filled({
        url: values.url.trim(),
        method: values.method,
        headers:
          headers.length === 0 ? undefined : Object.fromEntries(headers.map(({ name, value }) => [name.trim(), value])),
        body: values.body.trim() === '' ? undefined : JSON.parse(values.body),
        saveAs: values.saveAs.trim(),
        onFailure: values.onFailure,
      });
    }
    case 'UPDATE_CONTACT': {
      const rows = values.updates.filter(({ name }) => name.trim() !== '');
      return filled({
        updates:
          rows.length === 0 ? undefined : Object.fromEntries(rows.map((row) => [row.name.trim(), updateValue(row)])),
        subscriptionAction:
          rows.length === 0 && values.subscriptionAction === 'none' ? undefined : values.subscriptionAction,
      });
    }
    case 'EXIT':
      return filled({ reason: values.reason.trim() });
  }
}

/** Why a text is not JSON, or null if it is; an empty one is none at all. */
export function jsonProblem(text: string): string | null {
  if (text.trim() === '') return null;
  try {
    JSON.parse(text);
    return null;
  } catch {
    return 'This is not valid JSON. Texts stand in double quotes, also those with {{ … }}.';
  }
}

/** As above, for texts that must be an object. */
export function objectProblem(text: string): string | null {
  const problem = jsonProblem(text);
  if (problem !== null || text.trim() === '') return problem;
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? null
    : 'This must be an object: { "key": "value" }.';
}
