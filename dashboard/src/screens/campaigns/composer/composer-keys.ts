import { useEffect, useRef } from 'react';
import { formKey } from '../../../widgets/form/form-keys.ts';

interface ComposerKeys {
  readonly onSave: () => void;
  readonly onSend: () => void;
}

/** Cmd or Ctrl with S saves at once, with Enter asks to send; not while a dialog is open. */
export function useComposerKeys(keys: ComposerKeys): void {
  const newest = useRef(keys);
  useEffect(() => {
    newest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = formKey(event);
      if (key === null || event.defaultPrevented || document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      if (event.repeat) return;
      if (key === 'save') newest.current.onSave();
      else newest.current.onSend();
    };
    // Why before others: the editors take Enter for themselves.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
}
