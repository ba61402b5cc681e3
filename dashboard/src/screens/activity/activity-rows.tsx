import { Blend, Mail, MailOpen, Megaphone, MousePointer2, Play, User, Workflow, Zap } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { ActivityItem } from '../../api/activity.ts';
import { paths } from '../../navigation/paths.ts';
import { StateShape } from '../../widgets/state-shape/state-shape.tsx';
import type { TimelineRow } from '../../widgets/timeline/timeline.tsx';
import { typeWords } from './activity-filters.ts';

type Words = Pick<TimelineRow, 'icon' | 'title' | 'detail' | 'foldKey' | 'foldTitle'>;

/** One line for each happening: a named icon, a sentence, the contact. */
export function activityRows(items: readonly ActivityItem[], projectId: string): TimelineRow[] {
  return items.map((item) => ({
    id: item.id,
    at: item.timestamp,
    ...wordsOf(item, projectId),
    aside:
      item.contactId && item.contactEmail ? (
        <a className="plain" href={paths.contact(projectId, item.contactId)}>
          {item.contactEmail}
        </a>
      ) : (
        item.contactEmail
      ),
  }));
}

/** Fields of the metadata depend on the type; texts are taken where they are texts. */
const textIn = (item: ActivityItem, name: string): string | null => {
  const value = item.metadata[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

function wordsOf(item: ActivityItem, projectId: string): Words {
  const [kind] = item.type.split('.');
  if (item.type === 'email.received') {
    return {
      icon: icon(Mail),
      title: (
        <>
          Received: <b>{textIn(item, 'subject') ?? 'a mail without a subject'}</b>
        </>
      ),
    };
  }
  if (kind === 'email') return mailWords(item, projectId);
  if (item.type === 'event.triggered') return eventWords(item, projectId);
  if (kind === 'contact') return subscriptionWords(item);
  if (kind === 'campaign') return campaignWords(item, projectId);
  if (kind === 'workflow') return workflowWords(item, projectId);
  return {
    icon: icon(Play),
    title: 'The project was resumed',
    detail: textIn(item, 'by') ? `By ${textIn(item, 'by')}.` : undefined,
  };
}

function mailWords(item: ActivityItem, projectId: string): Words {
  const emailId = textIn(item, 'emailId');
  const subject = textIn(item, 'subject') ?? 'a mail whose content is gone';
  const link = emailId ? <a href={paths.email(projectId, emailId)}>{subject}</a> : subject;
  const source = textIn(item, 'campaignName') ?? textIn(item, 'workflowName') ?? subject;
  const sourceId = textIn(item, 'campaignId') ?? textIn(item, 'workflowId') ?? `subject ${subject}`;
  return {
    icon: mailIcon(item),
    title: mailTitle(item, <b>{link}</b>),
    detail: textIn(item, 'error') ?? reasonWords(textIn(item, 'reason')) ?? linkWords(textIn(item, 'link')),
    foldKey: `${item.type} ${sourceId}`,
    foldTitle: (count) => (
      <>
        <b>
          {count} {typeWords[item.type]}
        </b>
        , {source}
      </>
    ),
  };
}

function mailTitle({ type }: ActivityItem, subject: ReactNode): ReactNode {
  switch (type) {
    case 'email.sent':
      return <>{subject} handed over</>;
    case 'email.delivered':
      return <>{subject} delivered</>;
    case 'email.opened':
      return <>{subject} opened</>;
    case 'email.clicked':
      return <>Clicked in {subject}</>;
    case 'email.bounced':
      return (
        <>
          <span className="bad">Bounced:</span> {subject}
        </>
      );
    case 'email.complaint':
      return (
        <>
          <span className="bad">Complaint:</span> {subject}
        </>
      );
    case 'email.failed':
      return (
        <>
          <span className="bad">Failed:</span> {subject}
        </>
      );
    default:
      return <>Not sent: {subject}</>;
  }
}

function mailIcon({ type }: ActivityItem): ReactElement {
  switch (type) {
    case 'email.delivered':
      return <StateShape shape="dot" tone="good" />;
    case 'email.opened':
      return icon(MailOpen);
    case 'email.clicked':
      return icon(MousePointer2);
    case 'email.bounced':
    case 'email.failed':
      return <StateShape shape="cross" tone="bad" />;
    case 'email.complaint':
      return <StateShape shape="flag" tone="bad" />;
    case 'email.suppressed':
      return <StateShape shape="slash" />;
    default:
      return icon(Mail);
  }
}

function eventWords(item: ActivityItem, projectId: string): Words {
  const name = textIn(item, 'eventName') ?? 'event';
  const crossing = /^segment\..+\.(entry|exit)$/.exec(name)?.[1];
  if (crossing !== undefined) return segmentWords(item, name, crossing === 'entry', projectId);
  return {
    icon: icon(Zap),
    title: (
      <b>
        <a href={paths.event(projectId, name)}>{name}</a>
      </b>
    ),
    foldKey: `event ${name}`,
    foldTitle: (count) => (
      <b>
        {count} {name}
      </b>
    ),
  };
}

function segmentWords(
  { metadata: { eventData } }: ActivityItem,
  name: string,
  isEntry: boolean,
  projectId: string,
): Words {
  const data: Readonly<Record<string, unknown>> =
    typeof eventData === 'object' && eventData !== null ? { ...eventData } : {};
  const { segmentId, segmentName } = data;
  const shown = typeof segmentName === 'string' ? segmentName : 'a segment';
  const link =
    typeof segmentId === 'string' ? (
      <a className="plain" href={paths.segment(projectId, segmentId)}>
        {shown}
      </a>
    ) : (
      shown
    );
  return {
    icon: icon(Blend),
    title: isEntry ? <>Entered {link}</> : <>Left {link}</>,
    foldKey: name,
    foldTitle: (count) => (
      <>
        <b>
          {count} {isEntry ? 'entered' : 'left'}
        </b>
        , {shown}
      </>
    ),
  };
}

const sourceWords: Readonly<Record<string, string>> = {
  page: 'On a page for recipients.',
  feedback: 'By us, after a bounce or complaint.',
  api: 'By the API.',
  send: 'By a send.',
  track: 'By a tracked event.',
  bulk: 'By a change of many contacts.',
  import: 'By an import.',
  workflow: 'By a workflow.',
};

function subscriptionWords(item: ActivityItem): Words {
  const isIn = item.type === 'contact.subscribed';
  return {
    icon: icon(User),
    title: isIn ? 'Subscribed' : 'Unsubscribed',
    detail: sourceWords[textIn(item, 'source') ?? ''],
    foldKey: item.type,
    foldTitle: (count) => (
      <b>
        {count} {isIn ? 'subscribed' : 'unsubscribed'}
      </b>
    ),
  };
}

function campaignWords(item: ActivityItem, projectId: string): Words {
  const id = textIn(item, 'campaignId');
  const name = textIn(item, 'campaignName') ?? 'a campaign';
  const link = <b>{id ? <a href={paths.campaign(projectId, id)}>{name}</a> : name}</b>;
  const total = item.metadata.totalRecipients;
  const people = typeof total === 'number' && total > 0 ? `To ${total} people.` : undefined;
  if (item.type === 'campaign.sent')
    return { icon: icon(Megaphone), title: <>{link} began to be sent</>, detail: people };
  if (item.type === 'campaign.cancelled') return { icon: icon(Megaphone), title: <>{link} was cancelled</> };
  return { icon: icon(Megaphone), title: <>{link} was scheduled</> };
}

function workflowWords(item: ActivityItem, projectId: string): Words {
  const workflowId = textIn(item, 'workflowId');
  const executionId = textIn(item, 'executionId');
  const name = textIn(item, 'workflowName') ?? 'a workflow';
  const link =
    workflowId && executionId ? (
      <a className="plain" href={paths.execution(projectId, workflowId, executionId)}>
        {name}
      </a>
    ) : (
      name
    );
  const isStart = item.type === 'workflow.started';
  const isFailed = !isStart && textIn(item, 'status') === 'FAILED';
  return {
    icon: isFailed ? <StateShape shape="tri" tone="warn" /> : icon(Workflow),
    title: isStart ? (
      <>Entered {link}</>
    ) : isFailed ? (
      <>
        <span className="warn">Stopped:</span> {link}
      </>
    ) : (
      <>Went through {link}</>
    ),
    detail: isFailed ? 'A step failed.' : undefined,
    foldKey: `${item.type} ${isFailed} ${workflowId}`,
    foldTitle: (count) => (
      <>
        <b>
          {count} {isStart ? 'entered' : isFailed ? 'stopped' : 'went through'}
        </b>
        , {name}
      </>
    ),
  };
}

/** `SUPPRESSION_BOUNCE` as words. */
const reasonWords = (reason: string | null): string | undefined =>
  reason === null ? undefined : `${reason.charAt(0)}${reason.slice(1).toLowerCase().replaceAll('_', ' ')}.`;

const linkWords = (link: string | null): string | undefined => link ?? undefined;

const icon = (Icon: typeof Mail): ReactElement => <Icon className="i" size={14} strokeWidth={1.75} aria-hidden />;
