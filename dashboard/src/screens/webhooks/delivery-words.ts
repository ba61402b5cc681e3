import type { DeliveryQuery, WebhookAttempt, WebhookDelivery } from '../../api/webhooks.ts';
import { oneOf, text } from '../../navigation/url-state.ts';
import type { Filter, FilterValues } from '../../widgets/data-list/filter.ts';
import { formatDuration } from '../../widgets/figures/format.ts';
import type { ShownState } from '../../widgets/state-chip/shown-state.ts';

const states: Readonly<Record<WebhookDelivery['status'], ShownState>> = {
  waiting: { kind: 'waiting', shape: 'ring', word: 'Waiting', sentence: 'It is sent at its time.' },
  succeeded: { kind: 'delivered', shape: 'dot', word: 'Arrived', sentence: 'Your server answered 2xx.' },
  failed: { kind: 'failed', shape: 'cross', word: 'Failed', sentence: 'Every attempt failed.' },
  abandoned: {
    kind: 'notsent',
    shape: 'boxx',
    word: 'Given up',
    sentence: 'The endpoint was disabled, or too much waited for it for too long.',
  },
};

export const deliveryState = ({ status, attempts }: Pick<WebhookDelivery, 'status' | 'attempts'>): ShownState =>
  status === 'waiting' && attempts.length > 0
    ? { kind: 'retrying', shape: 'ring', word: 'Trying again', sentence: 'An attempt failed; the next one follows.' }
    : states[status];

export const didSucceed = ({ statusCode }: Pick<WebhookAttempt, 'statusCode'>): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300;

/** "503 in 2.1 s", "no answer in 15 s". */
export const attemptWords = ({ statusCode, durationMs }: Pick<WebhookAttempt, 'statusCode' | 'durationMs'>): string =>
  `${statusCode ?? 'no answer'} in ${formatDuration(durationMs)}`;

const statuses = ['waiting', 'succeeded', 'failed', 'abandoned'] as const;

/** What the URL of the page holds. */
export const webhookPageShape = {
  status: oneOf(['', ...statuses], ''),
  type: text(255),
  open: text(40),
  job: text(40),
};

interface DeliveryFilterState {
  readonly status: '' | (typeof statuses)[number];
  readonly type: string;
}

export const deliveryQuery = ({ status, type }: DeliveryFilterState): DeliveryQuery => ({
  ...(status && { status }),
  ...(type && { type }),
});

export const filterValues = ({ status, type }: DeliveryFilterState): FilterValues => ({
  ...(status && { status }),
  ...(type && { type }),
});

export const deliveryFilters = (names: readonly string[]): readonly Filter[] => [
  {
    key: 'status',
    name: 'Delivery',
    verb: 'is',
    kind: 'choice',
    options: statuses.map((value) => ({ value, label: states[value].word.toLowerCase() })),
  },
  {
    key: 'type',
    name: 'Event',
    verb: 'is',
    kind: 'choice',
    options: names.map((value) => ({ value, label: value })),
  },
];
