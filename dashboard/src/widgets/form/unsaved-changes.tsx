import { type ReactElement, useCallback, useEffect, useRef } from 'react';
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog.tsx';

/**
 * Warns before the tab is closed with unsaved text. The function it returns tells the router whether a move inside
 * the app has to be asked about first; it always knows the newest state.
 */
export function useUnsavedChanges(isUnsaved: boolean): { shouldBlock: () => boolean } {
  const newest = useRef(isUnsaved);
  useEffect(() => {
    newest.current = isUnsaved;
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
  const shouldBlock = useCallback(() => newest.current, []);
  return { shouldBlock };
}

/** The question of a blocked move inside the app. */
export function LeaveDialog(props: { isOpen: boolean; onLeave: () => void; onStay: () => void }): ReactElement {
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      title="Leave without saving?"
      confirmLabel="Leave without saving"
      keepLabel="Stay here"
      onConfirm={props.onLeave}
      onClose={props.onStay}
    >
      <p>What you changed on this page has not been saved.</p>
    </ConfirmDialog>
  );
}
