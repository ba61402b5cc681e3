import type { ReactElement } from 'react';
import { type Shape, StateShape } from '../state-shape/state-shape.tsx';
import './check-list.css';

export type CheckLevel = 'block' | 'warn' | 'note' | 'pass' | 'unknown';

const shapes: Record<CheckLevel, Shape> = { block: 'cross', warn: 'tri', note: 'info', pass: 'dot', unknown: 'dash' };
const tones: Record<CheckLevel, string> = {
  block: 'lv-block',
  warn: 'lv-warn',
  note: 'lv-note',
  pass: 'lv-ok',
  unknown: 'lv-note',
};
const spoken: Record<CheckLevel, string> = {
  block: 'problem',
  warn: 'warning',
  note: 'note',
  pass: 'pass',
  unknown: 'could not be checked',
};

/** The level of a check: a shape with its word for screen readers. */
export const CheckShape = ({ level }: { level: CheckLevel }): ReactElement => (
  <StateShape shape={shapes[level]} tone={tones[level]} label={spoken[level]} />
);
