import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { useBaseUrl } from '../../api/base-url.ts';
import { curlOf } from '../../api/curl.ts';
import type { NewestFirst } from '../../api/newest-first.ts';
import { problemOf } from '../../api/problem.ts';
import {
  deliveriesPerPage,
  useReplayDelivery,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '../../api/webhooks.ts';
import { useEventNames } from '../../api/workflow-choices.ts';
import type { UrlState } from '../../navigation/url-state.ts';
import { useLetter } from '../../shell/use-letter.ts';
import { copyText } from '../../widgets/copy-cell/copy-text.ts';
import { DataList } from '../../widgets/data-list/data-list.tsx';
import { countUpTo } from '../../widgets/number-words/number-words.ts';
import { NothingYet } from '../../widgets/state-frame/empty-states.tsx';
import { useToasts } from '../../widgets/toasts/toasts.tsx';
import { deliveryColumns } from './delivery-columns.tsx';
import { DeliveryDetail } from './delivery-detail.tsx';
import { deliveryFilters, deliveryQuery, filterValues, webhookPageShape } from './delivery-words.ts';
import { matchingNames } from './event-patterns.ts';
import { writeRefusal } from './webhook-words.ts';

interface DeliveriesListProps {
  readonly endpoint: WebhookEndpoint;
  readonly list: NewestFirst<WebhookDelivery>;
  readonly url: Pick<UrlState<typeof webhookPageShape>, 'state' | 'set'>;
  readonly isAdmin: boolean;
}

/** A page looks at so many deliveries at most. */
const maxCounted = 10_000;
const keyOf = (row: WebhookDelivery) => row.id;
const nameOf = (row: WebhookDelivery) => row.type;

/** What was sent and what waits, newest first; the opened one stands beside the list. */
export function DeliveriesList({ endpoint, list, url: { state, set }, isAdmin }: DeliveriesListProps): ReactElement {
  const { say } = useToasts();
  const baseUrl = useBaseUrl();
  const replay = useReplayDelivery(endpoint.id);
  const { data: recorded = [] } = useEventNames();
  const [awaited, setAwaited] = useState<string | null>(null);
  const filters = useMemo(() => deliveryFilters(matchingNames(endpoint.events, recorded)), [endpoint.events, recorded]);
  const refusal = isAdmin ? (endpoint.enabled ? undefined : 'Enable the webhook first.') : writeRefusal;

  // What the person asked for needs no second press to be shown.
  const { fresh } = list;
  const isHere = awaited !== null && list.rows.some(({ id }) => id === awaited);
  useEffect(() => {
    if (isHere) setAwaited(null);
    else if (awaited !== null && fresh.count > 0) fresh.onTakeIn();
  }, [awaited, isHere, fresh]);

  const run = async (delivery: WebhookDelivery | undefined) => {
    if (!delivery || refusal !== undefined || replay.isPending) return;
    try {
      const { id } = await replay.mutateAsync(delivery.id);
      if (id !== delivery.id) setAwaited(id);
      set({ open: id }, { replace: true });
      say({ kind: 'good', message: `${delivery.type} is sent again now.` });
    } catch (error) {
      say({ kind: 'bad', message: problemOf(error).message });
    }
  };
  const opened = list.rows.find(({ id }) => id === state.open);
  useLetter('r', () => void run(opened));
  const query = deliveryQuery(state);
  const curl = curlOf(baseUrl, {
    path: `/webhook-endpoints/${endpoint.id}/deliveries`,
    query: { ...query, limit: deliveriesPerPage },
  });
  const copy = async () => {
    if (await copyText(curl, 'the request as curl')) say({ message: 'Copied the request as curl.' });
  };

  return (
    <DataList
      label="Deliveries"
      things="deliveries"
      columns={deliveryColumns}
      rows={list.rows}
      keyOf={keyOf}
      nameOf={nameOf}
      frame={{
        isLoading: list.isLoading,
        isRefetching: list.isRefetching,
        problem: list.problem,
        onRetry: list.retry,
      }}
      nothingYet={
        <NothingYet title="Nothing was sent yet">
          Deliveries stand here for 30 days, from the next event that matches. A test is shown where it is sent and is
          not kept.
        </NothingYet>
      }
      noMatch={{ title: 'No delivery matches.', said: 'Deliveries are kept for 30 days.' }}
      filtering={{
        filters,
        values: filterValues(state),
        onChange: ({ status = '', type = '' }) =>
          set({ status: webhookPageShape.status.read(status) ?? '', type, open: '' }),
      }}
      onClearFilters={() => set({ status: '', type: '' })}
      opened={{
        key: state.open === '' ? null : state.open,
        onChange: (open) => set({ open: open ?? '' }),
        place: 'beside',
        title: ({ type }) => <h2 className="mono delivery-title">{type}</h2>,
        render: (delivery) => (
          <DeliveryDetail
            delivery={delivery}
            refusal={refusal}
            isBusy={replay.isPending}
            onReplay={() => void run(delivery)}
          />
        ),
      }}
      keys={[{ key: 'r', does: 'replay', onRun: ([delivery]) => void run(opened ?? delivery) }]}
      fresh={fresh}
      summary={list.total === undefined ? undefined : countUpTo(list.total, maxCounted, 'delivery', 'deliveries')}
      paging={{
        kind: 'cursor',
        hasMore: list.hasMore,
        isLoadingMore: list.isLoadingMore,
        onMore: list.loadMore,
        total: list.total,
      }}
      onCopy={() => void copy()}
      className="deliveries"
    />
  );
}
