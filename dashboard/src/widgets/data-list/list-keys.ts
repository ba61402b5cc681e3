import { useEffect, useRef } from 'react';

export type ListAction = 'search' | 'next' | 'previous' | 'open' | 'select' | 'range' | 'clear' | 'copy';

/** The part of a keyboard event that decides. */
export type Pressed = {
  key: string;
  shiftKey: boolean;
  hasModifier: boolean;
  /** Typing goes into a field. */
  isTyping: boolean;
  /** The focus is on something that Enter itself activates. */
  isOnControl: boolean;
};

const letters: Record<string, ListAction> = { '/': 'search', j: 'next', k: 'previous', c: 'copy' };

/** What a key means in a list. Single letters can be switched off in Account; Enter and Escape cannot. */
export function listAction(pressed: Pressed, hasLetters: boolean): ListAction | null {
  if (pressed.hasModifier) return null;
  if (pressed.key === 'Escape') return pressed.isTyping ? null : 'clear';
  if (pressed.isTyping) return null;
  if (pressed.key === 'Enter') return pressed.isOnControl ? null : 'open';
  if (!hasLetters) return null;
  const key = pressed.key.toLowerCase();
  if (key === 'x') return pressed.shiftKey ? 'range' : 'select';
  if (pressed.shiftKey && key !== '/') return null;
  return letters[key] ?? null;
}

/** Single-letter keys are on unless the person switched them off in Account. */
export function areLettersOn(): boolean {
  return document.documentElement.dataset.keys !== 'off';
}

const typed =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]:not([contenteditable=false])';

export function readPressed(event: KeyboardEvent): Pressed {
  const target = event.target instanceof Element ? event.target : null;
  return {
    key: event.key,
    shiftKey: event.shiftKey,
    hasModifier: event.ctrlKey || event.metaKey || event.altKey || event.isComposing,
    isTyping: target?.closest(typed) != null,
    isOnControl: target?.closest('a[href], button, input, select, summary, [role=menuitem], [role=option]') != null,
  };
}

/** Something lies over the page and has the keys for itself. */
function isCovered(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null;
}

/** Calls back with each list key of the page; the handler says whether it made use of it. */
export function useListKeys(isOn: boolean, onPress: (action: ListAction | null, key: string) => boolean): void {
  const handler = useRef(onPress);
  useEffect(() => {
    handler.current = onPress;
  });
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isCovered()) return;
      const pressed = readPressed(event);
      const hasLetters = areLettersOn();
      const action = listAction(pressed, hasLetters);
      const isFree = hasLetters && !pressed.hasModifier && !pressed.isTyping && !pressed.shiftKey;
      if (action === null && !isFree) return;
      if (handler.current(action, pressed.key)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn]);
}
