import { type ReactElement, useEffect, useRef } from 'react';
import type { InboxRow } from '../../api/inbox.ts';
import { RelativeTime, useNow } from '../../widgets/figures/relative-time.tsx';
import { useTimeZone } from '../../widgets/figures/time-zone.ts';
import { CompactRoute } from '../../widgets/route-line/compact-route.tsx';
import { stopsOf } from '../../widgets/route-line/stops.ts';

interface InboxLineProps {
  readonly mail: InboxRow;
  readonly href: string;
  readonly isOpen: boolean;
}

/** One mail of the list: to whom, when, what about, and how far it came. */
export function InboxLine({ mail, href, isOpen }: InboxLineProps): ReactElement {
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <li ref={line} className={isOpen ? 'on' : undefined}>
      <a href={href} aria-current={isOpen ? 'true' : undefined}>
        <span className="r1">
          <b className="cut">{mail.to ?? 'Contact deleted'}</b>
          <span className="t3 t13">
            <RelativeTime at={mail.createdAt} />
          </span>
        </span>
        <span className="cut t2">{mail.subject ?? 'No subject'}</span>
        <Way mail={mail} />
      </a>
    </li>
  );
}

function Way({ mail }: { readonly mail: InboxRow }): ReactElement {
  const moment = { now: useNow(), timeZone: useTimeZone() };
  return <CompactRoute stops={stopsOf(mail, moment)} />;
}
