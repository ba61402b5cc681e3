import { Blend, Mail, User, UserPlus, Workflow, Zap } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { TimelineItem } from '../../../api/contact-story.ts';
import { useProject } from '../../../api/project.ts';
import { paths } from '../../../navigation/paths.ts';
import { formatClock } from '../../../widgets/figures/format.ts';
import { useNow } from '../../../widgets/figures/relative-time.tsx';
import { CompactRoute } from '../../../widgets/route-line/compact-route.tsx';
import { stopsOf } from '../../../widgets/route-line/stops.ts';
import { emailState } from '../../../widgets/state-chip/email-states.ts';
import type { TimelineRow } from '../../../widgets/timeline/timeline.tsx';
import { type MailFacts, mailFacts } from './mail-facts.ts';
import { changeWords, creationWords } from './subscription-words.ts';

interface Place {
  readonly projectId: string;
  readonly timeZone: string;
  readonly now: number;
}

type Words = Pick<TimelineRow, 'icon' | 'title' | 'detail' | 'aside'>;

/** Of the other kinds the row says all there is. */
const withJson: ReadonlySet<TimelineItem['kind']> = new Set(['event', 'step', 'segment']);

/** The items of a history as rows; those with data can be opened to their JSON. */
export function useTimelineRows(
  items: readonly TimelineItem[],
  opened: ReadonlySet<string>,
  onToggle: (id: string) => void,
): readonly TimelineRow[] {
  const { project } = useProject();
  const place: Place = { projectId: project.id, timeZone: project.timezone, now: useNow() };
  return items.map((item) => {
    const words = wordsOf(item, place);
    const isOpened = opened.has(item.id);
    const hasJson = withJson.has(item.kind) && Object.keys(item.data ?? {}).length > 0;
    return {
      id: `${item.kind} ${item.id}`,
      at: item.at,
      ...words,
      detail: isOpened ? (
        <>
          {words.detail}
          <pre className="json">{JSON.stringify(item.data, null, 2)}</pre>
        </>
      ) : (
        words.detail
      ),
      aside: hasJson ? (
        <button type="button" className="plain" aria-expanded={isOpened} onClick={() => onToggle(item.id)}>
          JSON
        </button>
      ) : (
        words.aside
      ),
    };
  });
}

function wordsOf(item: TimelineItem, place: Place): Words {
  switch (item.kind) {
    case 'email':
      return emailWords(item, place);
    case 'step':
      return stepWords(item, place);
    case 'segment':
      return segmentWords(item, place);
    case 'event':
      return { icon: icon(Zap), title: <b>{item.name}</b> };
    case 'subscription':
      return {
        icon: icon(User),
        title: item.name === 'contact.subscribed' ? 'Subscribed' : 'Unsubscribed',
        detail: capitalised(changeWords(item)),
      };
    case 'created': {
      const words = creationWords(item);
      return { icon: icon(UserPlus), title: 'Created', ...(words && { detail: capitalised(words) }) };
    }
  }
}

function emailWords(item: TimelineItem, { projectId, timeZone, now }: Place): Words {
  const facts = mailFacts(item);
  const subject = item.name ?? 'A mail whose content is gone';
  const link = item.emailId ? (
    <a className="plain" href={paths.email(projectId, item.emailId)}>
      {subject}
    </a>
  ) : (
    subject
  );
  if (!facts) return { icon: icon(Mail), title: link };
  const state = emailState(facts, { now, timeZone });
  return {
    icon: icon(Mail),
    title: (
      <>
        {state.word}: {link}
      </>
    ),
    detail: mailDetail(facts, state.kind === 'delivered' ? null : state.sentence, timeZone),
    aside: <CompactRoute stops={stopsOf(facts, { now, timeZone })} />,
  };
}

function mailDetail(
  { openedAt, clickedAt, opens, clicks }: MailFacts,
  sentence: string | null,
  timeZone: string,
): ReactNode {
  const clock = (at: string) => formatClock(Date.parse(at), 'minute', timeZone);
  const times = (count: number) => (count > 1 ? `, ${count} times` : '');
  const parts = [
    ...(sentence ? [sentence] : []),
    ...(openedAt ? [`First opened ${clock(openedAt)}${times(opens)}.`] : []),
    ...(clickedAt ? [`First clicked ${clock(clickedAt)}${times(clicks)}.`] : []),
  ];
  return parts.length === 0 ? null : parts.join(' ');
}

function stepWords(item: TimelineItem, { projectId }: Place): Words {
  const error = item.data?.error;
  const href =
    item.workflowId && item.executionId ? paths.execution(projectId, item.workflowId, item.executionId) : null;
  const name = item.name ?? 'A step';
  return {
    icon: icon(Workflow),
    title: (
      <>
        Workflow step:{' '}
        {href ? (
          <a className="plain" href={href}>
            {name}
          </a>
        ) : (
          name
        )}
      </>
    ),
    ...(typeof error === 'string' && { detail: `Failed: ${error}` }),
  };
}

function segmentWords(item: TimelineItem, { projectId }: Place): Words {
  const name = item.data?.segmentName;
  const shown = typeof name === 'string' ? name : 'a segment';
  return {
    icon: icon(Blend),
    title: (
      <>
        {item.name?.endsWith('.exit') ? 'Left' : 'Entered'}{' '}
        {item.segmentId ? (
          <a className="plain" href={paths.segment(projectId, item.segmentId)}>
            {shown}
          </a>
        ) : (
          shown
        )}
      </>
    ),
  };
}

const icon = (Icon: typeof Mail): ReactElement => <Icon className="i" size={14} strokeWidth={1.75} aria-hidden />;

const capitalised = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
