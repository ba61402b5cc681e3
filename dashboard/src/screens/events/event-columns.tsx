import type { EventDays, EventName } from '../../api/events.ts';
import type { Column } from '../../widgets/data-list/column.ts';
import { formatCount } from '../../widgets/figures/format.ts';
import { Count } from '../../widgets/figures/numbers.tsx';
import { RelativeTime } from '../../widgets/figures/relative-time.tsx';
import { Spark } from '../../widgets/spark/spark.tsx';

export const eventColumns = (days: EventDays | undefined): Column<EventName>[] => [
  {
    key: 'name',
    name: 'Name',
    card: 'to',
    isFixed: true,
    isOpener: true,
    cell: ({ name }) => <span className="mono">{name}</span>,
  },
  {
    key: 'lately',
    name: '30 days',
    sortKey: 'lately',
    width: 88,
    align: 'end',
    card: 'tm',
    cell: ({ lately }) => <Count value={lately?.count ?? 0} />,
  },
  {
    key: 'trend',
    name: 'Trend',
    width: 148,
    yields: 1,
    card: 'rt',
    cell: ({ name, lately }) =>
      days && (
        <Spark
          values={days.get(name) ?? [0]}
          label={`By day over 30 days, ${formatCount(lately?.count ?? 0)} in all`}
        />
      ),
  },
  {
    key: 'ever',
    name: 'So far',
    sortKey: 'ever',
    width: 88,
    yields: 2,
    align: 'end',
    isHiddenOnPhone: true,
    cell: ({ ever }) => <Count value={ever?.count ?? null} />,
  },
  {
    key: 'people',
    name: 'People',
    width: 84,
    align: 'end',
    isHiddenOnPhone: true,
    cell: ({ ever }) => <Count value={ever?.uniqueContacts ?? null} />,
  },
  {
    key: 'last',
    name: 'Last',
    sortKey: 'last',
    width: 96,
    align: 'end',
    card: 'stt',
    className: 't3',
    cell: ({ ever }) => ever && <RelativeTime at={ever.lastSeenAt} />,
  },
];
