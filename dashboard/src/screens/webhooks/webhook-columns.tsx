import type { ReactElement } from 'react';
import type { WebhookEndpoint } from '../../api/webhooks.ts';
import { paths } from '../../navigation/paths.ts';
import type { Column } from '../../widgets/data-list/column.ts';
import { formatCount } from '../../widgets/figures/format.ts';
import { RelativeTime, useNow } from '../../widgets/figures/relative-time.tsx';
import { useTimeZone } from '../../widgets/figures/time-zone.ts';
import { StateChip } from '../../widgets/state-chip/state-chip.tsx';
import { anyEvent, endpointName, endpointState, patternWord } from './webhook-words.ts';

/** What `pending` counts to. */
export const maxPending = 1_000;

export const pendingWords = (pending: number): string =>
  pending >= maxPending ? `${formatCount(maxPending)} or more` : formatCount(pending);

export const webhookColumns = (projectId: string): readonly Column<WebhookEndpoint>[] => [
  {
    key: 'name',
    name: 'Webhook',
    isFixed: true,
    card: 'to',
    cell: (endpoint) => <Name endpoint={endpoint} projectId={projectId} />,
  },
  { key: 'state', name: 'State', width: 220, card: 'stt', cell: (endpoint) => <State endpoint={endpoint} /> },
  {
    key: 'events',
    name: 'Events',
    width: 240,
    yields: 1,
    card: 'sub',
    className: 't2',
    cell: ({ events }) => (
      <span className={events.includes(anyEvent) ? undefined : 'mono cut'} title={events.join(', ')}>
        {events.map(patternWord).join(', ')}
      </span>
    ),
  },
  {
    key: 'pending',
    name: 'Waiting',
    width: 92,
    align: 'end',
    isHiddenOnPhone: true,
    cell: ({ pending }) => <span className={pending === 0 ? 't3' : undefined}>{pendingWords(pending)}</span>,
  },
  {
    key: 'success',
    name: 'Last success',
    width: 112,
    align: 'end',
    card: 'tm',
    className: 't3',
    cell: ({ lastSuccessAt }) => (lastSuccessAt === null ? 'never' : <RelativeTime at={lastSuccessAt} />),
  },
];

function Name(props: { readonly endpoint: WebhookEndpoint; readonly projectId: string }): ReactElement {
  const { endpoint, projectId } = props;
  const name = endpointName(endpoint);
  return (
    <>
      <a href={paths.webhook(projectId, endpoint.id)}>
        <b>{name}</b>
      </a>
      {endpoint.description?.trim() && <span className="mono t13 t3 cut where">{endpoint.url}</span>}
    </>
  );
}

function State({ endpoint }: { readonly endpoint: WebhookEndpoint }): ReactElement {
  const now = useNow();
  const timeZone = useTimeZone();
  return <StateChip state={endpointState(endpoint, { now, timeZone })} />;
}
