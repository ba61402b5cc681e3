import { type ReactElement, useState } from 'react';
import { frameOf } from '../../api/frame.ts';
import { type SignedInPlace, useEndSessions, useSignedInPlaces } from '../../api/own-account.ts';
import { problemOf } from '../../api/problem.ts';
import { RelativeTime } from '../../widgets/figures/relative-time.tsx';
import { ProblemNotice } from '../../widgets/state-frame/problem-notice.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { browserWords } from './browser-words.ts';

const shownAtFirst = 6;

export function SessionsRow(): ReactElement {
  const places = useSignedInPlaces();
  const end = useEndSessions();
  const [isWhole, setIsWhole] = useState(false);
  const all = (places.data ?? []).toSorted((one, other) => Number(other.current) - Number(one.current));
  const shown = isWhole ? all : all.slice(0, shownAtFirst);
  const others = all.filter(({ current }) => !current).map(({ id }) => id);
  return (
    <section className="setrow">
      <div>
        <h2>Sessions</h2>
        <p className="hint">Where you are signed in.</p>
      </div>
      <div>
        <StateFrame
          state={frameOf(places)}
          isEmpty={places.data === undefined}
          skeleton={<SkeletonLines lines={3} />}
          empty={null}
        >
          <table className="ledger stack-s places" aria-label="Sessions">
            <tbody>
              {shown.map((place) => (
                <PlaceRow key={place.id} place={place} isEnding={end.isPending} onEnd={() => end.mutate([place.id])} />
              ))}
            </tbody>
          </table>
          <div className="rowflex places-done">
            {others.length > 1 && (
              <button type="button" className="btn sm" disabled={end.isPending} onClick={() => end.mutate(others)}>
                End the other {others.length}
              </button>
            )}
            {all.length > shown.length && (
              <button type="button" className="btn quiet sm" onClick={() => setIsWhole(true)}>
                Show all {all.length}
              </button>
            )}
          </div>
          {end.error && <ProblemNotice problem={problemOf(end.error)} />}
        </StateFrame>
      </div>
    </section>
  );
}

interface PlaceRowProps {
  readonly place: SignedInPlace;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

function PlaceRow({ place, isEnding, onEnd }: PlaceRowProps): ReactElement {
  const words = browserWords(place.userAgent);
  return (
    <tr>
      <td title={place.userAgent ?? undefined}>
        {place.current ? (
          <>
            <b>This browser</b> <span className="t2">{words}</span>
          </>
        ) : (
          <b>{words}</b>
        )}
      </td>
      <td className="t2 tab">{place.clientAddress}</td>
      <td className="t2">{place.current ? 'now' : <RelativeTime at={place.lastSeenAt} />}</td>
      <td className="num">
        {place.current ? (
          <span className="t13 t3">you are here</span>
        ) : (
          <button
            type="button"
            className="btn quiet sm"
            aria-label={`End it: the session of ${words} at ${place.clientAddress}`}
            disabled={isEnding}
            onClick={onEnd}
          >
            End it
          </button>
        )}
      </td>
    </tr>
  );
}
