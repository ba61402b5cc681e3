import { ChevronDown, ChevronRight } from 'lucide-react';
import { Fragment, type ReactElement, type ReactNode, useState, useSyncExternalStore } from 'react';
import { readClock, subscribeToClock } from '../figures/clock.ts';
import { formatClock, formatCount, formatExact } from '../figures/format.ts';
import './timeline.css';
import { dayOf, daysOf, dayWords, foldRows } from './timeline-days.ts';

export interface TimelineRow {
  id: string;
  /** An ISO instant. Rows come newest first. */
  at: string;
  /** A lucide icon or a state shape. */
  icon: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  aside?: ReactNode;
  /** Rows that share a key and follow each other fold into one. */
  foldKey?: string | undefined;
  /** The folded row says: "412 delivered, Spring news". It is given the count. */
  foldTitle?: (count: string) => ReactNode;
}

interface TimelineProps {
  rows: readonly TimelineRow[];
  timeZone: string;
  /** Times with seconds, for the stream of a whole project. */
  isWide?: boolean;
}

/** Mixed rows under day headings in the project's time zone. */
export function Timeline({ rows, timeZone, isWide = false }: TimelineProps): ReactElement {
  const readToday = () => dayOf(readClock(), timeZone);
  const today = useSyncExternalStore(subscribeToClock, readToday, readToday);
  return (
    <>
      {daysOf(rows, timeZone).map(({ day, rows: rowsOfDay }, index) => {
        const { name, date } = dayWords(day, today);
        return (
          <Fragment key={day}>
            <h3 className="tl-day">
              {name}{' '}
              <span>
                {date}
                {index === 0 ? `, ${timeZone}` : ''}
              </span>
            </h3>
            <ol className={`tl${isWide ? ' wide' : ''}`}>
              {foldRows(rowsOfDay).map((group) => (
                <Group key={group[0]?.id} group={group} timeZone={timeZone} isWide={isWide} />
              ))}
            </ol>
          </Fragment>
        );
      })}
    </>
  );
}

interface GroupProps {
  group: readonly TimelineRow[];
  timeZone: string;
  isWide: boolean;
}

function Group({ group, timeZone, isWide }: GroupProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const newest = group[0];
  const oldest = group.at(-1);
  const clock = (at: string) => formatClock(Date.parse(at), isWide ? 'second' : 'minute', timeZone);
  const rows = group.map((row) => <Row key={row.id} row={row} clock={clock} timeZone={timeZone} />);
  if (group.length === 1 || !newest || !oldest) return <>{rows}</>;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <li>
        <Time at={newest.at} clock={clock} timeZone={timeZone} />
        <span className="ic">{newest.icon}</span>
        <div>
          <button type="button" className="fold" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            <span>{newest.foldTitle?.(formatCount(group.length)) ?? `${formatCount(group.length)} of a kind`}</span>
            <Chevron className="i" size={12} strokeWidth={1.75} aria-hidden />
          </button>
          {clock(oldest.at) !== clock(newest.at) && (
            <div className="det">
              {clock(oldest.at)} to {clock(newest.at)}
            </div>
          )}
        </div>
        <span className="aside" />
      </li>
      {isOpen ? rows : null}
    </>
  );
}

interface RowProps {
  row: TimelineRow;
  clock: (at: string) => string;
  timeZone: string;
}

const Row = ({ row, clock, timeZone }: RowProps): ReactElement => (
  <li>
    <Time at={row.at} clock={clock} timeZone={timeZone} />
    <span className="ic">{row.icon}</span>
    <div className="tl-what">
      <span>{row.title}</span>
      {row.detail ? <div className="det">{row.detail}</div> : null}
    </div>
    <span className="aside">{row.aside}</span>
  </li>
);

const Time = ({ at, clock, timeZone }: Omit<RowProps, 'row'> & { at: string }): ReactElement => (
  <time className="when" dateTime={at} title={formatExact(Date.parse(at), timeZone)}>
    {clock(at)}
  </time>
);
