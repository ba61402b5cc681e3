import type { ReactElement } from 'react';
import './share-bar.css';

/** A bare bar beside a number that stands in its own cell; `share` is between 0 and 1 of the largest row. */
export function ShareBar({ share }: { share: number }): ReactElement {
  return (
    <span className="share" aria-hidden="true">
      <span className="track">
        <i style={{ inlineSize: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
      </span>
    </span>
  );
}
