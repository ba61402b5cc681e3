import type { ReactElement, ReactNode } from 'react';
import { CopyButton } from '../copy-cell/copy-button.tsx';
import './key-row.css';

interface KeyRowProps {
  name: string;
  /** The key, or its mask such as `sk_…4f2a`. */
  value: string;
  /** A mask cannot be copied; then this stands in the place of the button. */
  aside?: ReactNode;
  isCopyable?: boolean;
  /** What it may be used for. */
  children?: ReactNode;
}

export function KeyRow({ name, value, aside, isCopyable = false, children }: KeyRowProps): ReactElement {
  return (
    <div className="keyrow">
      <h3>{name}</h3>
      <span className="val">{value}</span>
      {isCopyable ? (
        <CopyButton text={value} what={name.toLowerCase()} word="Copy" />
      ) : (
        <span className="t13 t3">{aside}</span>
      )}
      {children ? <span className="say">{children}</span> : null}
    </div>
  );
}
