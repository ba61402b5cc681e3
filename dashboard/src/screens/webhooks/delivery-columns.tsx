import type { ReactElement } from 'react';
import type { WebhookDelivery } from '../../api/webhooks.ts';
import type { Column } from '../../widgets/data-list/column.ts';
import { ClockTime } from '../../widgets/figures/clock-time.tsx';
import { formatDuration } from '../../widgets/figures/format.ts';
import { RelativeTime } from '../../widgets/figures/relative-time.tsx';
import { countOf } from '../../widgets/number-words/number-words.ts';
import { StateChip } from '../../widgets/state-chip/state-chip.tsx';
import { StateShape } from '../../widgets/state-shape/state-shape.tsx';
import { deliveryState, didSucceed } from './delivery-words.ts';

export const deliveryColumns: readonly Column<WebhookDelivery>[] = [
  {
    key: 'time',
    name: 'Recorded',
    width: 132,
    card: 'tm',
    className: 't3 tab',
    cell: ({ createdAt }) => <ClockTime at={createdAt} />,
  },
  {
    key: 'event',
    name: 'Event',
    card: 'to',
    isOpener: true,
    cell: ({ type }) => <span className="mono cut">{type}</span>,
  },
  {
    key: 'state',
    name: 'State',
    width: 120,
    yields: 2,
    card: 'stt',
    cell: (delivery) => <StateChip state={deliveryState(delivery)} />,
  },
  {
    key: 'tries',
    name: 'Attempts',
    width: 108,
    isHiddenOnPhone: true,
    cell: (delivery) => <Tries delivery={delivery} />,
  },
  {
    key: 'answer',
    name: 'Answer',
    width: 84,
    yields: 1,
    isHiddenOnPhone: true,
    cell: (delivery) => <Answer delivery={delivery} />,
  },
  {
    key: 'then',
    name: 'Took, or next',
    width: 152,
    align: 'end',
    card: 'rt',
    className: 't3',
    cell: (delivery) => <Then delivery={delivery} />,
  },
];

/** A shape for each attempt; beyond what fits, the number. */
const maxShapes = 6;

function Tries({ delivery: { attempts, status } }: { readonly delivery: WebhookDelivery }): ReactElement {
  if (attempts.length > maxShapes) return <span className="t2">{countOf(attempts.length, 'attempt', 'attempts')}</span>;
  return (
    <span className="tries" role="img" aria-label={countOf(attempts.length, 'attempt', 'attempts')}>
      {attempts.map((attempt) => (
        <StateShape
          key={attempt.at}
          shape={didSucceed(attempt) ? 'dot' : 'cross'}
          tone={didSucceed(attempt) ? 'good' : 'bad'}
        />
      ))}
      {status === 'waiting' && <StateShape shape="ring" tone="t3" />}
    </span>
  );
}

function Answer({ delivery: { attempts } }: { readonly delivery: WebhookDelivery }): ReactElement | null {
  const last = attempts.at(-1);
  if (!last) return null;
  return <span className={didSucceed(last) ? 'tab' : 'tab bad'}>{last.statusCode ?? 'none'}</span>;
}

function Then({ delivery: { attempts, nextAttemptAt } }: { readonly delivery: WebhookDelivery }): ReactElement | null {
  if (nextAttemptAt !== null) return isDue(nextAttemptAt) ? <>now</> : <RelativeTime at={nextAttemptAt} />;
  const last = attempts.at(-1);
  return last ? <span className="tab">{formatDuration(last.durationMs)}</span> : null;
}

const isDue = (at: string): boolean => Date.parse(at) <= Date.now();
