import { Check, TriangleAlert, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { secondsLeft, type Toast } from './toast.ts';

const icons = {
  good: <Check size={16} strokeWidth={2.25} aria-hidden className="i good" />,
  bad: <X size={16} strokeWidth={2.25} aria-hidden className="i bad" />,
  warn: <TriangleAlert size={16} strokeWidth={1.75} aria-hidden className="i warn" />,
  plain: null,
};

/** One toast; an undo bar shows the time that is left and has no other way to close. */
export function ToastView(props: { toast: Toast; now: number; onClose: () => void }): ReactElement {
  const { toast, now, onClose } = props;
  const { action, undoFor, endsAt } = toast;
  const run = () => {
    onClose();
    action?.onRun();
  };
  return (
    <div className="toast">
      {icons[toast.kind]}
      <span className="said">
        {toast.message}
        {undoFor !== undefined && endsAt !== undefined && (
          <>
            {' '}
            <b className="tab">{secondsLeft(endsAt, now)} s</b>
          </>
        )}
      </span>
      <span className="acts">
        {action && (
          <button type="button" className="btn sm" onClick={run}>
            {action.label}
          </button>
        )}
        {undoFor === undefined && (
          <button type="button" className="copy" aria-label="Close notice" onClick={onClose}>
            <X size={14} strokeWidth={1.75} aria-hidden className="i" />
          </button>
        )}
      </span>
      {undoFor !== undefined && endsAt !== undefined && (
        <span
          className="left"
          style={{ inlineSize: `${Math.min(100, Math.max(0, ((endsAt - now) / undoFor) * 100))}%` }}
        />
      )}
    </div>
  );
}
