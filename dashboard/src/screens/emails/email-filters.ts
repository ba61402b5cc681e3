import type { EmailQuery } from '../../api/emails.ts';
import type { NamedSource, SourceNames } from '../../api/source-names.ts';
import { oneOf, text } from '../../navigation/url-state.ts';
import type { Filter, FilterOption, FilterValues } from '../../widgets/data-list/filter.ts';

const hour = 3_600_000;
const periods = { '1h': hour, '24h': 24 * hour, '7d': 7 * 24 * hour, '30d': 30 * 24 * hour } as const;
type Period = keyof typeof periods;

/** The words people see, and the stored states that each stands for. */
const statuses = {
  waiting: 'QUEUED',
  sending: 'SENDING',
  handed: 'SENT',
  delivered: 'DELIVERED,OPENED,CLICKED',
  opened: 'OPENED,CLICKED',
  clicked: 'CLICKED',
  bounced: 'BOUNCED',
  complaint: 'COMPLAINED',
  notsent: 'SUPPRESSED',
  cancelled: 'CANCELLED',
  failed: 'FAILED',
} as const;
type Status = keyof typeof statuses;

const types = ['TRANSACTIONAL', 'MARKETING', 'HEADLESS'] as const;
const sources = ['TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW'] as const;

/** What the URL of the list holds. */
export const emailListShape = {
  search: text(),
  within: oneOf(['', ...Object.keys(periods)] as ('' | Period)[], ''), // the keys of this very object
  status: oneOf(['', ...Object.keys(statuses)] as ('' | Status)[], ''), // as above
  type: oneOf(['', ...types], ''),
  source: oneOf(['', ...sources], ''),
  test: oneOf(['', 'true', 'false'], ''),
  recipient: text(254),
  template: text(40),
  campaign: text(40),
  workflow: text(40),
  execution: text(40),
  contact: text(40),
  request: text(40),
  columns: text(),
  /** The dialog that sends one is open. */
  new: oneOf(['', '1'], ''),
};

const filterKeys = [
  'within',
  'status',
  'type',
  'source',
  'test',
  'recipient',
  'template',
  'campaign',
  'workflow',
  'execution',
  'contact',
  'request',
] as const;
type FilterKey = (typeof filterKeys)[number];

export type EmailListState = { readonly [Key in FilterKey]: (typeof emailListShape)[Key]['initial'] } & {
  readonly search: string;
};

export const filterValues = (state: EmailListState): FilterValues =>
  Object.fromEntries(filterKeys.flatMap((key) => (state[key] === '' ? [] : [[key, state[key]]])));

/** Every filter of the URL, empty where none is set. */
export const filterChange = (values: FilterValues): Record<FilterKey, string> =>
  Object.fromEntries(filterKeys.map((key) => [key, values[key] ?? ''])) as Record<FilterKey, string>; // one for each key

/** `now` is the moment the period was chosen: a bound that moves would make every read a new list. */
export function emailQuery(state: EmailListState, now: number): EmailQuery {
  const { search, within, status, type, source, test, recipient } = state;
  const given = {
    search,
    recipient,
    type,
    sourceType: source,
    templateId: state.template,
    campaignId: state.campaign,
    workflowId: state.workflow,
    executionId: state.execution,
    contactId: state.contact,
    requestId: state.request,
  };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')),
    ...(status && { status: statuses[status] }),
    ...(test && { test: test === 'true' }),
    ...(within && { startDate: new Date(now - periods[within]).toISOString() }),
  };
}

export function emailFilters(names: SourceNames): Filter[] {
  return [
    choice('within', 'Accepted', 'within', [
      ['1h', '1 hour'],
      ['24h', '24 hours'],
      ['7d', '7 days'],
      ['30d', '30 days'],
    ]),
    choice('status', 'State', 'is', [
      ['waiting', 'Waiting, Retrying or Held'],
      ['sending', 'Sending or Checking'],
      ['handed', 'Handed over'],
      ['delivered', 'Delivered'],
      ['opened', 'Delivered and opened'],
      ['clicked', 'Delivered and clicked'],
      ['bounced', 'Bounced'],
      ['complaint', 'Complaint'],
      ['notsent', 'Not sent'],
      ['cancelled', 'Cancelled'],
      ['failed', 'Failed'],
    ]),
    choice('type', 'Type', 'is', [
      ['TRANSACTIONAL', 'transactional'],
      ['MARKETING', 'marketing'],
      ['HEADLESS', 'headless'],
    ]),
    choice('source', 'Source', 'is', [
      ['TRANSACTIONAL', 'API'],
      ['CAMPAIGN', 'a campaign'],
      ['WORKFLOW', 'a workflow'],
    ]),
    choice('test', 'Mail', 'is', [
      ['true', 'test'],
      ['false', 'live'],
    ]),
    { key: 'recipient', name: 'Recipient', verb: 'is', kind: 'text', placeholder: 'ann@example.com', maxLength: 254 },
    named('template', 'Template', names.templates),
    named('campaign', 'Campaign', names.campaigns),
    named('workflow', 'Workflow', names.workflows),
    byId('execution', 'Execution'),
    byId('contact', 'Contact'),
    byId('request', 'Request'),
  ];
}

const choice = (
  key: FilterKey,
  name: string,
  verb: string,
  options: readonly (readonly [string, string])[],
): Filter => ({
  key,
  name,
  verb,
  kind: 'choice',
  options: options.map(([value, label]): FilterOption => ({ value, label })),
});

/** By name while there are some to choose from, else by id. */
const named = (key: FilterKey, name: string, items: readonly NamedSource[]): Filter =>
  items.length === 0
    ? byId(key, name)
    : { key, name, verb: 'is', kind: 'choice', options: items.map((item) => ({ value: item.id, label: item.name })) };

const byId = (key: FilterKey, name: string): Filter => ({
  key,
  name,
  verb: 'is',
  kind: 'text',
  placeholder: 'its id',
  maxLength: 40,
});
