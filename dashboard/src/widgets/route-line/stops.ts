import { formatClock, formatDuration, formatMoment } from '../figures/format.ts';
import { type EmailState, type EmailStateFields, emailStateKind, emailStates } from '../state-chip/email-states.ts';
import type { Moment } from '../state-chip/shown-state.ts';

export type StopState =
  | 'passed'
  | 'good'
  | 'now'
  | 'wait'
  /** The journey ended here and not well. */
  | 'stopped'
  /** Cannot happen any more. */
  | 'never'
  | 'retrying'
  | 'held'
  | 'checking'
  /** Final, because no notice will come. */
  | 'ended'
  /** Closed before hand-over. */
  | 'withheld';

export interface Stop {
  name: string;
  state: StopState;
  /** The time or the note under the name. */
  at?: string | undefined;
  /** How long the way to this stop took. */
  leg?: string | undefined;
  /** How the sentence for screen readers calls it; left out while nothing has happened here. */
  words?: string | undefined;
}

/** The fields of an email that say how far it came. Instants are ISO texts. */
export interface EmailRouteFields extends EmailStateFields {
  createdAt: string;
  sentAt?: string | null | undefined;
  deliveredAt?: string | null | undefined;
  openedAt?: string | null | undefined;
  clickedAt?: string | null | undefined;
  bouncedAt?: string | null | undefined;
  complainedAt?: string | null | undefined;
}

interface TimedStop extends Stop {
  instant?: string | null | undefined;
}

/** The stops of one email: accepted, rendered, handed over, delivered, opened, and what followed. */
export function stopsOf(email: EmailRouteFields, moment: Moment): Stop[] {
  const kind = emailStateKind(email, moment.now);
  const accepted: TimedStop = { name: 'Accepted', state: 'passed', instant: email.createdAt, words: 'accepted' };
  if (kind === 'failed' && email.reason === 'RENDER_FAILED') {
    const rendered: TimedStop = { name: 'Not rendered', state: 'stopped', words: 'not rendered' };
    return withTimes([accepted, rendered, never('Handed over'), never('Delivered'), never('Opened')], moment);
  }
  const rendered: TimedStop = { name: 'Rendered', state: 'passed', words: 'rendered' };
  return withTimes([accepted, rendered, ...handOver(email, kind, moment), ...afterHandOver(email, kind)], moment);
}

/** "Accepted, rendered, handed over, bounced". */
export function sentenceOfStops(stops: readonly Stop[]): string {
  const words = stops.flatMap((stop) => (stop.words ? [stop.words] : [])).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const isBeforeHandOver: Partial<Record<EmailState, StopState>> = {
  waiting: 'wait',
  retrying: 'retrying',
  held: 'held',
  sending: 'now',
  checking: 'checking',
};

const wordsBeforeHandOver: Partial<Record<EmailState, string>> = {
  waiting: 'waiting',
  retrying: 'retrying',
  held: 'held',
  sending: 'being handed over',
  checking: 'hand-over being checked',
};

function handOver(email: EmailRouteFields, kind: EmailState, moment: Moment): TimedStop[] {
  const pending = isBeforeHandOver[kind];
  if (pending) {
    const at = kind === 'retrying' && email.nextAttemptAt ? nextTry(email.nextAttemptAt, moment) : undefined;
    const note = at ?? (kind === 'held' || kind === 'checking' ? emailStates[kind].word : undefined);
    return [{ name: 'Handed over', state: pending, at: note, words: wordsBeforeHandOver[kind] }];
  }
  if (kind === 'notsent' || kind === 'cancelled') {
    const { word } = emailStates[kind];
    return [{ name: word, state: 'withheld', words: word.toLowerCase() }];
  }
  if (kind === 'failed') return [{ name: 'Failed', state: 'stopped', at: tries(email.attempts), words: 'failed' }];
  const isFinal = kind === 'handed' && email.hasDeliveryNotices === false;
  return [
    {
      name: 'Handed over',
      state: isFinal ? 'ended' : 'passed',
      instant: email.sentAt,
      at: isFinal ? 'final' : tries(email.attempts),
      words: isFinal ? 'handed over, final' : 'handed over',
    },
  ];
}

function afterHandOver(email: EmailRouteFields, kind: EmailState): TimedStop[] {
  if (kind === 'notsent' || kind === 'cancelled' || kind === 'failed') return [never('Delivered'), never('Opened')];
  if (isBeforeHandOver[kind]) return [awaited('Delivered'), awaited('Opened')];
  if (kind === 'handed') {
    return email.hasDeliveryNotices === false
      ? [never('Delivered', 'no notice comes'), never('Opened', '')]
      : [awaited('Delivered'), awaited('Opened')];
  }
  const bounced: TimedStop = { name: 'Bounced', state: 'stopped', instant: email.bouncedAt, words: 'bounced' };
  if (kind === 'bounced' && !email.deliveredAt) return [bounced, never('Opened')];
  // An open, a click or a complaint proves the delivery, also where no notice of it came.
  const stops: TimedStop[] = [
    { name: 'Delivered', state: 'good', instant: email.deliveredAt, words: 'delivered' },
    email.openedAt
      ? { name: 'Opened', state: 'passed', instant: email.openedAt, words: 'opened' }
      : kind === 'delivered'
        ? awaited('Opened')
        : never('Opened', 'not seen'),
  ];
  if (email.clickedAt) stops.push({ name: 'Clicked', state: 'passed', instant: email.clickedAt, words: 'clicked' });
  if (kind === 'bounced') stops.push(bounced);
  if (kind === 'complaint')
    stops.push({ name: 'Complaint', state: 'stopped', instant: email.complainedAt, words: 'complaint' });
  return stops;
}

function withTimes(stops: readonly TimedStop[], moment: Moment): Stop[] {
  const first = stops[0]?.instant;
  let previous: number | undefined;
  return stops.map(({ instant, ...stop }) => {
    if (!instant) return stop;
    const at = Date.parse(instant);
    const leg = previous !== undefined && at >= previous ? formatDuration(at - previous) : undefined;
    previous = at;
    const time = timeOf(at, first ? Date.parse(first) : at, moment);
    return { ...stop, at: stop.at ? `${time}, ${stop.at}` : time, leg };
  });
}

/** The clock alone on the day of acceptance, the date with it afterwards. */
function timeOf(at: number, start: number, { timeZone }: Moment): string {
  const clock = formatClock(at, 'millisecond', timeZone);
  const moment = formatMoment(at, start, timeZone);
  return moment === formatClock(at, 'minute', timeZone) ? clock : moment;
}

const nextTry = (at: string, { now, timeZone }: Moment): string =>
  `next try ${formatMoment(Date.parse(at), now, timeZone)}`;

const tries = (attempts: number | undefined): string | undefined =>
  attempts !== undefined && attempts > 1 ? `${attempts} tries` : undefined;

const awaited = (name: string): TimedStop => ({ name, state: 'wait' });

const never = (name: string, at = 'cannot happen'): TimedStop => ({ name, state: 'never', at: at || undefined });
