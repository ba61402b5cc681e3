import type { WebhookEndpoint } from '../../api/webhooks.ts';
import { formatMoment } from '../../widgets/figures/format.ts';
import type { Moment, ShownState } from '../../widgets/state-chip/shown-state.ts';

const dayMs = 86_400_000;
const failingDays = 3;
const maxNameCharacters = 80;

export const writeRefusal = 'Only owners and admins change webhooks.';

/** The pattern that every event matches. */
export const anyEvent = '*';

export const patternWord = (pattern: string): string => (pattern === anyEvent ? 'every event' : pattern);

/** What it is for, in the words of its owner; otherwise where it is. */
export function endpointName({ description, url }: Pick<WebhookEndpoint, 'description' | 'url'>): string {
  const name = description?.trim() || url.replace(/^https?:\/\//, '');
  return name.length > maxNameCharacters ? `${name.slice(0, maxNameCharacters - 1)}…` : name;
}

export type EndpointStateFields = Pick<
  WebhookEndpoint,
  'enabled' | 'disabledReason' | 'failingSince' | 'lastSuccessAt' | 'pending'
>;

export function endpointState(endpoint: EndpointStateFields, { now, timeZone }: Moment): ShownState {
  if (!endpoint.enabled) return disabledStates[endpoint.disabledReason ?? 'USER'];
  if (endpoint.failingSince !== null) {
    const since = Date.parse(endpoint.failingSince);
    return {
      kind: 'risk',
      shape: 'tri',
      word: `Failing since ${formatMoment(since, now, timeZone)}`,
      sentence: `Too many calls in a row failed. We try one delivery again and again until ${formatMoment(since + failingDays * dayMs, now, timeZone)}; the others wait for it. Owners and admins get a mail after one day.`,
    };
  }
  if (endpoint.lastSuccessAt !== null) return working;
  return endpoint.pending > 0
    ? { ...untried, sentence: 'A delivery is under way; the log says what it answered.' }
    : untried;
}

const untried: ShownState = {
  kind: 'waiting',
  shape: 'ring',
  word: 'Nothing delivered yet',
  sentence: 'It is called when the next event matches. Send a test to see whether it answers.',
};
const working: ShownState = {
  kind: 'delivered',
  shape: 'dot',
  word: 'Working',
  sentence: 'Its deliveries arrive.',
};

const disabledStates: Readonly<Record<NonNullable<WebhookEndpoint['disabledReason']>, ShownState>> = {
  USER: {
    kind: 'held',
    shape: 'bars',
    word: 'Disabled',
    sentence: 'It was disabled by hand. What happens meanwhile is not sent; after enabling it, a replay sends it.',
  },
  GONE: {
    kind: 'failed',
    shape: 'cross',
    word: 'Disabled: it answered 410',
    sentence:
      'Your server answered 410 Gone, which asks us to stop. Correct the address or the server, then enable it.',
  },
  FAILING: {
    kind: 'failed',
    shape: 'cross',
    word: 'Disabled after three days',
    sentence:
      'It failed for three days, and what waited was given up. Repair the server, enable it here, then replay what it missed.',
  },
};

/** From when on a replay sends what an endpoint that stopped has missed; null if nothing is known to be missing. */
export function missedSince(endpoint: WebhookEndpoint): string | null {
  if (endpoint.enabled && endpoint.failingSince === null) return null;
  return endpoint.lastSuccessAt ?? endpoint.createdAt;
}
