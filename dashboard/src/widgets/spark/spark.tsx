import type { ReactElement } from 'react';
import './spark.css';
import { sparkPath } from './spark-path.ts';

const width = 132;
const height = 22;

interface SparkProps {
  /** One value a day; null where nothing is known. */
  values: readonly (number | null)[];
  /** What it shows, with its figures: "30 days, 402 in all". */
  label: string;
}

/** A trend without axes, in a row. */
export function Spark({ values, label }: SparkProps): ReactElement {
  return (
    <svg className="spark" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <line className="lv" x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} />
      {values.some((value) => value !== null && value > 0) ? <path d={sparkPath(values, width, height)} /> : null}
    </svg>
  );
}
