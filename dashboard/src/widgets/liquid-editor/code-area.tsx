import { setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type ReactElement, useEffect, useId, useImperativeHandle, useRef } from 'react';
import { styleNonce } from '../../look/style-nonce.ts';
import { diagnosticsOf, indexOf, rangeOf } from './editor-errors.ts';
import type { LiquidEditorProps } from './editor-props.ts';
import { editorSetup } from './editor-setup.ts';

/** The editor itself; it is loaded when the first one is shown. */
export function CodeArea(props: LiquidEditorProps): ReactElement {
  const { value, errors, label, isOneLine = false, handle } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const newest = useRef(props);
  const helpId = useId();
  useEffect(() => {
    newest.current = props;
  });

  useEffect(() => {
    const parent = place.current;
    if (!parent) return undefined;
    const made = new EditorView({
      parent,
      state: EditorState.create({
        doc: newest.current.value,
        extensions: editorSetup({
          label,
          describedBy: helpId,
          nonce: styleNonce,
          isOneLine,
          fields: () => newest.current.fields,
          onChange: (text) => newest.current.onChange(text),
        }),
      }),
    });
    view.current = made;
    return () => {
      view.current = null;
      made.destroy();
    };
  }, [label, helpId, isOneLine]);

  // Why compare: what was typed here comes back as the value; only a text from elsewhere is put in.
  useEffect(() => {
    const { current } = view;
    if (!current || current.state.doc.toString() === value) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const { current } = view;
    if (current) current.dispatch(setDiagnostics(current.state, diagnosticsOf(current.state.doc, errors)));
  }, [errors]);

  useImperativeHandle(
    handle,
    () => ({
      focus: () => view.current?.focus(),
      goTo: (line, column) => {
        const { current } = view;
        if (!current) return;
        const anchor = indexOf(current.state.doc, line, column);
        current.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
        current.focus();
      },
      insert: (text) => {
        const { current } = view;
        if (!current) return;
        current.dispatch(current.state.replaceSelection(text), { scrollIntoView: true });
        current.focus();
      },
      replaceAt: (error, wrong, right) => {
        const { current } = view;
        if (!current) return;
        const { from, to } = rangeOf(current.state.doc, error);
        if (current.state.sliceDoc(from, to) !== wrong) return;
        current.dispatch({ changes: { from, to, insert: right }, selection: { anchor: from + right.length } });
        current.focus();
      },
    }),
    [],
  );

  return (
    <>
      <div ref={place} className="code-place" />
      <span id={helpId} className="vh">
        {isOneLine
          ? 'Two opening braces offer the fields of your contacts.'
          : 'Two opening braces offer the fields of your contacts. Tab indents; press Escape, then Tab, to leave the editor.'}
      </span>
    </>
  );
}
