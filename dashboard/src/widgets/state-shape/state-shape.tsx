import type { ReactElement, ReactNode } from 'react';
import './state-shape.css';

export type Shape =
  | 'dot'
  | 'ring'
  | 'bull'
  | 'half'
  | 'dash'
  | 'tri'
  | 'cross'
  | 'bars'
  | 'slash'
  | 'minus'
  | 'flag'
  | 'boxx'
  | 'tick'
  | 'info';

interface StateShapeProps {
  shape: Shape;
  /** A tone such as `good`, `warn` or `bad`; without one the shape takes the colour of its text. */
  tone?: string | undefined;
  /** Only where no word stands beside the shape. */
  label?: string | undefined;
}

/** One of the state shapes on a grid of 12. States are told apart by shape first, then by colour. */
export function StateShape({ shape, tone, label }: StateShapeProps): ReactElement {
  const className = `s s-${shape}${tone ? ` ${tone}` : ''}`;
  if (label === undefined) {
    return (
      <svg className={className} viewBox="0 0 12 12" fill="currentColor" aria-hidden="true">
        {drawings[shape]}
      </svg>
    );
  }
  return (
    <svg className={className} viewBox="0 0 12 12" fill="currentColor" role="img" aria-label={label}>
      {drawings[shape]}
    </svg>
  );
}

const line = { fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

const drawings: Record<Shape, ReactNode> = {
  dot: <circle cx="6" cy="6" r="4" />,
  ring: <circle cx="6" cy="6" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  bull: (
    <>
      <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.3" />
      <circle cx="6" cy="6" r="1.8" />
    </>
  ),
  half: (
    <>
      <circle cx="6" cy="6" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.3" />
      <path d="M6 2.5a3.5 3.5 0 0 1 0 7z" />
    </>
  ),
  dash: <circle cx="6" cy="6" r="3.6" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2.27 1.5" />,
  tri: <path d="M6 1.5 11 10.3H1z" stroke="currentColor" strokeWidth=".8" strokeLinejoin="round" />,
  cross: <path {...line} d="m2.4 2.4 7.2 7.2M9.6 2.4 2.4 9.6" strokeWidth="2" />,
  bars: <path {...line} d="M4 2.4v7.2M8 2.4v7.2" strokeWidth="2.2" />,
  slash: (
    <>
      <circle cx="6" cy="6" r="3.8" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path d="M8.7 3.3 3.3 8.7" stroke="currentColor" strokeWidth="1.4" />
    </>
  ),
  minus: <path {...line} d="M2.5 6h7" strokeWidth="2" />,
  flag: <path d="M2.8 11V1.4h7.4L8.4 4.3l1.8 2.9H4.3V11z" />,
  boxx: (
    <path
      fillRule="evenodd"
      d="M2.5 1.5h7a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1zm1.3 3.3L5 6 3.8 7.2l1 1L6 7l1.2 1.2 1-1L7 6l1.2-1.2-1-1L6 5 4.8 3.8z"
    />
  ),
  tick: <path {...line} d="m2 6.4 2.8 2.8L10 3.5" strokeWidth="1.9" />,
  info: (
    <>
      <circle cx="6" cy="6" r="4.4" fill="none" stroke="currentColor" strokeWidth="1.2" />
      <path {...line} d="M6 5.4v3M6 3.4v.1" strokeWidth="1.4" />
    </>
  ),
};
