import type { CSSProperties, ReactElement } from 'react';
import { formatCount } from '../figures/format.ts';
import { useWidth } from '../measure/use-width.ts';
import './deep-route.css';
import { type DepthShape, depthShape } from './depth.ts';
import { noteLines } from './note-lines.ts';
import './route-line.css';

export interface DeepStop {
  name: string;
  count: number;
  isGood?: boolean;
  isApproximate?: boolean;
  /** The rate with its base first, then what stayed behind. */
  notes: readonly string[];
}

interface DeepRouteProps {
  stops: readonly DeepStop[];
  label: string;
}

interface LineStyle extends CSSProperties {
  '--stops': number;
  '--last': string;
}

const lastWidth = 172;
const depth = 104;

/** The line of a campaign: figures stand above it, and the depth below it is the number of people. */
export function DeepRoute({ stops, label }: DeepRouteProps): ReactElement {
  const [ref, width] = useWidth<HTMLDivElement>();
  const style: LineStyle = { '--stops': stops.length, '--last': `${lastWidth}px` };
  const shape = depthShape({
    counts: stops.map(({ count }) => count),
    isApproximate: stops.map(({ isApproximate }) => isApproximate ?? false),
    width,
    lastWidth,
    depth,
  });
  return (
    <div className="deep-route" ref={ref}>
      <ol className="route deep" style={style} aria-label={label}>
        {stops.map((stop) => (
          <li key={stop.name} className={`stop${stop.isApproximate ? ' about' : stop.isGood ? ' good' : ''}`}>
            <span className="name">
              {stop.name} {stop.isApproximate ? <span className="t3">approximate</span> : null}
            </span>
            <span className="fig">{formatCount(stop.count)}</span>
            <span className="notes">
              {stop.notes.map((note) => (
                <span key={note}>{note}</span>
              ))}
            </span>
          </li>
        ))}
      </ol>
      {width > 0 ? <Depth stops={stops} shape={shape} width={width} /> : null}
    </div>
  );
}

function Depth({
  stops,
  shape,
  width,
}: {
  stops: readonly DeepStop[];
  shape: DepthShape;
  width: number;
}): ReactElement {
  const leg = stops.length > 1 ? (width - lastWidth) / (stops.length - 1) : width;
  return (
    <svg className="depth" width={width} height={depth + 18} aria-hidden="true">
      <path className="bed" d={shape.bed} />
      <path className="edge-a" d={shape.exactEdge} />
      <path className="edge-b" d={shape.approximateEdge} />
      {stops.map((stop, index) => {
        const x = index * leg + (index === 0 ? 12 : 0);
        const room = index < stops.length - 1 ? leg - (index === 0 ? 12 : 0) : width - x;
        return stop.notes
          .flatMap((note) => noteLines(note, room))
          .map((words, line) => ({ words, y: noteY(line, shape.depths[index] ?? 0) }))
          .map(({ words, y }) => (
            <text key={y} x={x} y={y}>
              {words}
            </text>
          ));
      })}
    </svg>
  );
}

/** A note stands in the depth while there is room for it, else below its edge. */
function noteY(line: number, ownDepth: number): number {
  const fitting = Math.max(0, Math.floor((ownDepth - 12) / 18));
  return line < fitting ? 22 + line * 18 : ownDepth + 20 + (line - fitting) * 18;
}
