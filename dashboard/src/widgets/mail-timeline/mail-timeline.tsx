import {
  Ban,
  CircleCheck,
  CircleX,
  Clock,
  Eye,
  Flag,
  type LucideIcon,
  Mail,
  MousePointerClick,
  Send,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { Timeline, type TimelineRow } from '../timeline/timeline.tsx';

/** An entry of a mail's history as the API gives it. */
interface Entry {
  readonly type: string;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface MailTimelineProps {
  /** When the mail was accepted. */
  readonly createdAt: string;
  readonly entries: readonly Entry[];
  readonly timeZone: string;
}

const kinds: Readonly<Record<string, readonly [icon: LucideIcon, words: string]>> = {
  'email.sent': [Send, 'Handed over'],
  'email.delivery': [CircleCheck, 'Delivered'],
  'email.open': [Eye, 'Opened'],
  'email.click': [MousePointerClick, 'Clicked'],
  'email.bounce': [CircleX, 'Bounced'],
  'email.complaint': [Flag, 'Marked as spam'],
  'email.failed': [CircleX, 'Failed'],
  'email.suppressed': [Ban, 'Not sent'],
  'email.delayed': [Clock, 'Delayed by the receiving side'],
};

/** What happened to a mail, newest first; opens and clicks that do not count are among it and say so. */
export function MailTimeline({ createdAt, entries, timeZone }: MailTimelineProps): ReactElement {
  const accepted: TimelineRow = { id: 'accepted', at: createdAt, icon: iconOf(Mail), title: 'Accepted' };
  const rows = entries.map((entry, place) => rowOf(entry, `${place}`));
  // Reversed first, so that of two entries of one instant the later one stands above.
  const newestFirst = [accepted, ...rows].reverse().sort((a, b) => b.at.localeCompare(a.at));
  return <Timeline rows={newestFirst} timeZone={timeZone} isWide />;
}

const iconOf = (Icon: LucideIcon): ReactElement => <Icon size={16} strokeWidth={1.75} aria-hidden className="i" />;

function rowOf({ type, at, data }: Entry, id: string): TimelineRow {
  const [Icon, words] = kinds[type] ?? [Mail, type];
  const isUncounted = typeof data.machine === 'boolean';
  const detail = shownKeys.flatMap((key) => (typeof data[key] === 'string' && data[key] !== '' ? [data[key]] : []));
  return {
    id,
    at,
    icon: iconOf(Icon),
    title: isUncounted ? `${words}, not counted` : words,
    ...(detail.length > 0 && { detail: <span className="t2">{detail.join(' · ')}</span> }),
    ...(isUncounted && { aside: <span className="chip">{data.machine ? 'machine' : 'doubtful'}</span> }),
  };
}

/** The values of an entry that say something about it, in this order. */
const shownKeys = ['link', 'url', 'diagnostic', 'reason', 'error', 'feedbackType', 'userAgent'] as const;
