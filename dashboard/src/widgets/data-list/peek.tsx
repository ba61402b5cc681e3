import { ChevronDown, ChevronLeft, ChevronUp, X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

export type PeekProps = {
  label: string;
  title: ReactNode;
  children: ReactNode;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose: () => void;
};

/** The story of the opened row, beside the list; in a narrow window it takes the list's place. */
export function Peek(props: PeekProps): ReactElement {
  return (
    <aside className="peek" aria-label={props.label}>
      <div className="story">
        <button type="button" className="back plain" onClick={props.onClose}>
          <ChevronLeft size={16} strokeWidth={1.75} aria-hidden className="i" />
          Back to the list
        </button>
        <div className="peek-head">
          <div className="peek-title">{props.title}</div>
          <Step label="Row before" onRun={props.onPrevious}>
            <ChevronUp size={16} strokeWidth={1.75} aria-hidden className="i" />
          </Step>
          <Step label="Next row" onRun={props.onNext}>
            <ChevronDown size={16} strokeWidth={1.75} aria-hidden className="i" />
          </Step>
          <button type="button" className="iconbtn" aria-label="Close" onClick={props.onClose}>
            <X size={16} strokeWidth={1.75} aria-hidden className="i" />
          </button>
        </div>
        <div className="peek-body">{props.children}</div>
      </div>
    </aside>
  );
}

function Step(props: { label: string; onRun: (() => void) | undefined; children: ReactNode }): ReactElement {
  return (
    <button
      type="button"
      className="iconbtn"
      aria-label={props.label}
      disabled={props.onRun === undefined}
      onClick={props.onRun}
    >
      {props.children}
    </button>
  );
}
