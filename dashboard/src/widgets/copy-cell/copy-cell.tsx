import type { ReactElement } from 'react';
import { CopyButton } from './copy-button.tsx';
import './copy-cell.css';
import { shortened } from './shortened.ts';

interface CopyCellProps {
  value: string;
  what: string;
  /** An identifier is cut in the middle; everything else at the end, by the width it gets. */
  isIdentifier?: boolean;
  isMono?: boolean;
}

/** A value with its copy button; the whole value is copied, also when only a part is shown. */
export function CopyCell({ value, what, isIdentifier = false, isMono = true }: CopyCellProps): ReactElement {
  return (
    <span className={`cell${isMono ? ' mono' : ''}`}>
      <span className="cut" title={value}>
        {isIdentifier ? shortened(value) : value}
      </span>
      <CopyButton text={value} what={what} />
    </span>
  );
}
