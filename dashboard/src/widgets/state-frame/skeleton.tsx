import type { ReactElement } from 'react';

const widths = [62, 78, 54, 70, 46];

/** One grey bar; the seed only makes neighbours differ in width. */
export function SkeletonBar(props: { seed: number; isAtEnd?: boolean }): ReactElement {
  return (
    <span
      className={props.isAtEnd ? 'skel at-end' : 'skel'}
      style={{ inlineSize: `${widths[props.seed % widths.length]}%` }}
    />
  );
}

/** Lines of text still to come, at the line height they will have. */
export function SkeletonLines(props: { lines: number }): ReactElement {
  return (
    <div aria-hidden>
      {Array.from({ length: props.lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never change places
        <div key={line} className="skel-line">
          <SkeletonBar seed={line} />
        </div>
      ))}
    </div>
  );
}
