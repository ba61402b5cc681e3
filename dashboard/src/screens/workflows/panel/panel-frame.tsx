import { X } from 'lucide-react';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import '../../../widgets/copy-cell/copy-cell.css';

interface PanelFrameProps {
  readonly label: string;
  readonly title: string;
  readonly said: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The panel beside the workflow. Escape closes it; on a phone it is the next page. */
export function PanelFrame({ label, title, said, onClose, children }: PanelFrameProps): ReactElement {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Why: lists that float above the panel are inside it for React only.
    const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== 'Escape' || event.defaultPrevented || !isOwn) return;
    event.preventDefault();
    onClose();
  };
  return (
    <aside className="wf-panel" aria-label={label} onKeyDown={onKeyDown}>
      <div className="p-head">
        <h2>{title}</h2>
        <span className="t13 t3">{said}</span>
        <button type="button" className="copy" aria-label="Close the panel" onClick={onClose}>
          <X className="i" size={14} strokeWidth={1.75} aria-hidden />
        </button>
      </div>
      {children}
    </aside>
  );
}
