import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** After Escape, Tab leaves the editor; as soon as something is typed, or on the next visit, it indents again. */
export const tabLeavesAfterEscape: Extension = [
  // Why observers: Escape may close a list of completions as well, and leaving must not depend on that.
  EditorView.domEventObservers({
    keydown: ({ key }, view) => {
      if (key === 'Escape') view.setTabFocusMode(true);
    },
    blur: (_event, view) => view.setTabFocusMode(false),
  }),
  EditorView.updateListener.of(({ docChanged, view }) => {
    if (docChanged) view.setTabFocusMode(false);
  }),
];
