import { useEffect, useRef } from 'react';
import { useProject } from '../api/project.ts';
import { useGoTo } from '../navigation/go-to.ts';
import { allSections } from './sections.ts';

const chordMs = 1_500;

/** Whether single letters are commands here: not while something is typed, and not if the person switched them off. */
export function mayUseLetter(event: KeyboardEvent): boolean {
  if (document.documentElement.dataset.keys === 'off') return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return true;
  return !target.isContentEditable && target.closest('input, textarea, select, [role="dialog"], dialog[open]') === null;
}

interface ShellKeys {
  readonly onFind: () => void;
  readonly onHelp: () => void;
}

/** Ctrl or Cmd with K, `?`, and `g` followed by the letter of a page. */
export function useShellKeys({ onFind, onHelp }: ShellKeys): void {
  const { project } = useProject();
  const goTo = useGoTo();
  const pressedG = useRef(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        onFind();
        return;
      }
      if (!mayUseLetter(event)) return;
      if (event.key === '?') {
        event.preventDefault();
        onHelp();
        return;
      }
      if (event.key === 'g') {
        pressedG.current = event.timeStamp;
        return;
      }
      const isChord = pressedG.current > 0 && event.timeStamp - pressedG.current < chordMs;
      pressedG.current = 0;
      const section = isChord ? allSections.find(({ key }) => key === event.key) : undefined;
      if (!section) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      goTo(section.path(project.id));
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [goTo, onFind, onHelp, project.id]);
}
