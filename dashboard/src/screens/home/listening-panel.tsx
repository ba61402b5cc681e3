import { Radio } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { InboxMail } from '../../api/inbox.ts';
import { useProject } from '../../api/project.ts';
import { paths } from '../../navigation/paths.ts';
import { RelativeTime, useNow } from '../../widgets/figures/relative-time.tsx';
import { useTimeZone } from '../../widgets/figures/time-zone.ts';
import { RouteLine } from '../../widgets/route-line/route-line.tsx';
import { type Stop, stopsOf } from '../../widgets/route-line/stops.ts';
import { StateShape } from '../../widgets/state-shape/state-shape.tsx';
import { FirstMailShown } from './first-mail-shown.tsx';

const stations = ['Accepted', 'Rendered', 'Handed over', 'Delivered', 'Opened'];
const awaited: readonly Stop[] = stations.map((name) => ({ name, state: 'wait' }));

/** Waits for the first mail, then shows its way and the mail itself, without a reload. */
export function ListeningPanel({ mail }: { readonly mail: InboxMail | null }): ReactElement {
  const now = useNow();
  const timeZone = useTimeZone();
  return (
    <section className="first-right card" aria-label="Your first mail">
      <div className="c-head">{mail ? <Received mail={mail} /> : <Listening now={now} />}</div>
      <div className="first-track">
        <RouteLine label="Way of the mail" lastWidth={84} stops={mail ? stopsOf(mail, { now, timeZone }) : awaited} />
      </div>
      <div className="first-well">{mail ? <FirstMailShown mail={mail} /> : <GhostLetter />}</div>
    </section>
  );
}

function Listening({ now }: { readonly now: number }): ReactElement {
  const [since] = useState(now);
  const seconds = Math.max(0, Math.round((now - since) / 1000));
  return (
    <>
      <Radio className="i t2" size={16} strokeWidth={1.75} aria-hidden />
      <b role="status">Listening for your first request</b>
      <span className="c-end t3 t13 tab" aria-hidden>
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      </span>
    </>
  );
}

function Received({ mail }: { readonly mail: InboxMail }): ReactElement {
  const { project } = useProject();
  return (
    <>
      <StateShape shape="dot" tone="good" />
      <span>
        <b role="status">Received</b>{' '}
        <span className="t2">
          <RelativeTime at={mail.createdAt} /> ago
        </span>
      </span>
      <a className="c-end plain t13" href={paths.inboxMail(project.id, mail.id)}>
        Open it
      </a>
    </>
  );
}

function GhostLetter(): ReactElement {
  return (
    <div className="ghost-letter">
      <div className="l1" />
      <div className="l2" />
      <div className="l3" />
      <div className="l3 short" />
      <p>The rendered mail appears here, without a reload.</p>
    </div>
  );
}
