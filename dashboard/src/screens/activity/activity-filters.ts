import type { ActivityQuery, ActivityType } from '../../api/activity.ts';
import { oneOf, text, type UrlValue } from '../../navigation/url-state.ts';
import type { Filter, FilterValues } from '../../widgets/data-list/filter.ts';

/** What each tab asks the API for. */
export const tabTypes = {
  all: [],
  mail: [
    'email.sent',
    'email.delivered',
    'email.opened',
    'email.clicked',
    'email.bounced',
    'email.complaint',
    'email.suppressed',
    'email.failed',
    'email.received',
  ],
  events: ['event.triggered'],
  people: ['contact.subscribed', 'contact.unsubscribed'],
  campaigns: ['campaign.sent', 'campaign.scheduled', 'campaign.cancelled'],
  workflows: ['workflow.started', 'workflow.completed'],
} as const satisfies Readonly<Record<string, readonly ActivityType[]>>;

export type ActivityTab = keyof typeof tabTypes;
export const activityTabs = Object.keys(tabTypes) as ActivityTab[]; // the keys of this very object

export const tabNames: Readonly<Record<ActivityTab, string>> = {
  all: 'Everything',
  mail: 'Mail',
  events: 'Events',
  people: 'People',
  campaigns: 'Campaigns',
  workflows: 'Workflows',
};

export const typeWords: Readonly<Record<ActivityType, string>> = {
  'email.sent': 'handed over',
  'email.delivered': 'delivered',
  'email.opened': 'opened',
  'email.clicked': 'clicked',
  'email.bounced': 'bounced',
  'email.complaint': 'complaint',
  'email.suppressed': 'not sent',
  'email.failed': 'failed',
  'email.received': 'received',
  'event.triggered': 'event',
  'contact.subscribed': 'subscribed',
  'contact.unsubscribed': 'unsubscribed',
  'campaign.sent': 'campaign started',
  'campaign.scheduled': 'campaign scheduled',
  'campaign.cancelled': 'campaign cancelled',
  'project.resumed': 'project resumed',
  'project.disabled': 'project disabled',
  'project.enabled': 'project enabled',
  'workflow.started': 'workflow entered',
  'workflow.completed': 'workflow ended',
  'workflow.email.scheduled': 'mail of a workflow planned',
  'workflow.active': 'waiting in a workflow',
};

const types = Object.keys(typeWords) as ActivityType[]; // as above

/** A calendar day: `2026-11-14`. */
const day: UrlValue<string> = {
  initial: '',
  read: (value) =>
    value === '' || (/^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`)))
      ? value
      : undefined,
  write: (value) => value,
};

export const activityShape = {
  show: oneOf(activityTabs, 'all'),
  type: oneOf(['', ...types], ''),
  day,
  contact: text(40),
  mode: oneOf(['', 'live', 'test', 'all'], ''),
};

export interface ActivityState {
  readonly show: ActivityTab;
  readonly type: '' | ActivityType;
  readonly day: string;
  readonly contact: string;
  readonly mode: '' | 'live' | 'test' | 'all';
}

const dayMs = 86_400_000;

export function activityQuery({ show, type, day: asked, contact, mode }: ActivityState): ActivityQuery {
  const wanted = type === '' ? tabTypes[show] : [type];
  return {
    ...(wanted.length > 0 && { types: wanted.join(',') }),
    ...(contact !== '' && { contactId: contact }),
    ...(mode !== '' && { mode }),
    ...(asked !== '' && {
      from: asked,
      to: new Date(Date.parse(`${asked}T00:00:00Z`) + dayMs).toISOString().slice(0, 10),
    }),
  };
}

export const filterValues = ({ type, day: asked, contact, mode }: ActivityState): FilterValues =>
  Object.fromEntries(Object.entries({ type, day: asked, contact, mode }).filter(([, value]) => value !== ''));

/** Every filter of the URL, empty where none is set; what is not valid is left out when it is read. */
export const filterChange = (values: FilterValues) => ({
  type: activityShape.type.read(values.type ?? '') ?? '',
  day: day.read(values.day ?? '') ?? '',
  contact: values.contact ?? '',
  mode: activityShape.mode.read(values.mode ?? '') ?? '',
});

/** Offers the types that occurred lately, and the chosen one. */
export const activityFilters = (occurred: readonly ActivityType[], chosen: string): readonly Filter[] => [
  {
    key: 'type',
    name: 'Happening',
    verb: 'is',
    kind: 'choice',
    options: types
      .filter((type) => occurred.includes(type) || type === chosen)
      .map((value) => ({ value, label: typeWords[value] })),
  },
  { key: 'day', name: 'Day', verb: 'is', kind: 'text', placeholder: '2026-11-14', maxLength: 10 },
  { key: 'contact', name: 'Contact', verb: 'is', kind: 'text', placeholder: 'its id', maxLength: 40 },
  {
    key: 'mode',
    name: 'Mail',
    verb: 'is',
    kind: 'choice',
    options: [
      { value: 'live', label: 'live' },
      { value: 'test', label: 'test' },
      { value: 'all', label: 'live or test' },
    ],
  },
];
