import { type RefObject, useEffect, useRef } from 'react';
import { formKey } from '../../widgets/form/form-keys.ts';

/** F6 goes to the next pane, Shift and F6 to the one before; Cmd or Ctrl with S saves at once. */
export function useEditorKeys(panes: RefObject<HTMLElement | null>, onSave: () => void): void {
  const newest = useRef(onSave);
  useEffect(() => {
    newest.current = onSave;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('[role="dialog"]') !== null) return;
      if (formKey(event) === 'save') {
        event.preventDefault();
        newest.current();
      } else if (event.key === 'F6' && panes.current) {
        event.preventDefault();
        goToPane([...panes.current.querySelectorAll<HTMLElement>('[data-pane]')], event.shiftKey ? -1 : 1);
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [panes]);
}

/** To the text of a pane if it has one, else to its first control. */
function goToPane(panes: readonly HTMLElement[], by: 1 | -1): void {
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(at + by + panes.length) % panes.length];
  const target = next?.querySelector<HTMLElement>(
    '.code-place [contenteditable="true"], button, a[href], [tabindex="0"]',
  );
  target?.focus();
}
