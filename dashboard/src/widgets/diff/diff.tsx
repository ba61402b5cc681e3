import type { ReactElement, ReactNode } from 'react';
import { StateShape } from '../state-shape/state-shape.tsx';
import './diff.css';
import { differingPart } from './differing-part.ts';

export interface DiffPair {
  /** What the pair is: "Host", "Value". */
  name: string;
  expected: string;
  /** Null when nothing was found. */
  found: string | null;
}

interface DiffProps {
  pairs: readonly DiffPair[];
  /** Who said it and when. */
  foundNote?: ReactNode;
  /** The diagnosis in words. */
  children?: ReactNode;
  isWarning?: boolean;
}

/** Expected and found now, side by side, the difference marked. */
export function Diff({ pairs, foundNote, children, isWarning = false }: DiffProps): ReactElement {
  return (
    <div className={`diff${pairs.length === 0 ? ' one' : ''}`}>
      {pairs.length > 0 ? (
        <>
          <div>
            <div className="lab">Expected</div>
            {pairs.map((pair) => (
              <div key={pair.name} className="mono v" title={pair.name}>
                {pair.expected}
              </div>
            ))}
          </div>
          <div>
            <div className="lab">Found now{foundNote ? <>, {foundNote}</> : null}</div>
            {pairs.map((pair) => (
              <div key={pair.name} className="mono v" title={pair.name}>
                {pair.found === null ? (
                  <span className="nothing">nothing</span>
                ) : (
                  <Found {...pair} found={pair.found} />
                )}
              </div>
            ))}
          </div>
        </>
      ) : null}
      {children ? (
        <div className="say">
          <StateShape shape={isWarning ? 'tri' : 'cross'} tone={isWarning ? 'warn' : 'bad'} />
          <div>{children}</div>
        </div>
      ) : null}
    </div>
  );
}

function Found({ expected, found }: { expected: string; found: string }): ReactElement {
  const { start, different, end } = differingPart(expected, found);
  return (
    <>
      {start}
      {different ? <mark>{different}</mark> : null}
      {!different && found !== expected ? <mark className="missing">missing here</mark> : null}
      {end}
    </>
  );
}
