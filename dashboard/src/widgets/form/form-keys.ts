import { type RefObject, useEffect, useRef } from 'react';

export type FormKey = 'save' | 'primary';

/** Cmd or Ctrl with S saves, with Enter does the primary action. */
export function formKey(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}): FormKey | null {
  if (event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return null;
  if (event.key.toLowerCase() === 's') return 'save';
  return event.key === 'Enter' ? 'primary' : null;
}

/** The keys of a form work wherever the focus is, unless a dialog lies over the form. */
export function useFormKeys(form: RefObject<HTMLFormElement | null>, onKey: (key: FormKey) => void): void {
  const handler = useRef(onKey);
  useEffect(() => {
    handler.current = onKey;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = formKey(event);
      if (key === null || event.defaultPrevented) return;
      const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')];
      const isCovered = dialogs.length > 0 && !dialogs.some((dialog) => dialog.contains(form.current));
      if (isCovered) return;
      event.preventDefault();
      if (!event.repeat) handler.current(key);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [form]);
}
