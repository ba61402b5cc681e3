import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { html, htmlCompletionSource } from '@codemirror/lang-html';
import { closePercentBrace } from '@codemirror/lang-liquid';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { markWrongLines } from './editor-errors.ts';
import { markHtml } from './html-marks.ts';
import { liquidCompletion } from './liquid-completion.ts';
import { markLiquid } from './liquid-marks.ts';
import { tabLeavesAfterEscape } from './tab-leaves.ts';
import type { TemplateField } from './template-fields.ts';

interface Setup {
  readonly label: string;
  readonly describedBy: string;
  readonly nonce: string;
  readonly isOneLine: boolean;
  readonly fields: () => readonly TemplateField[];
  readonly onChange: (text: string) => void;
}

export function editorSetup({ label, describedBy, nonce, isOneLine, fields, onChange }: Setup): Extension {
  const completion = liquidCompletion(fields);
  return [
    EditorView.cspNonce.of(nonce),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-describedby': describedBy,
      tabindex: '0',
      ...(isOneLine && { 'aria-multiline': 'false' }),
      spellcheck: isOneLine ? 'true' : 'false',
    }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) onChange(state.doc.toString());
    }),
    history(),
    closeBrackets(),
    closePercentBrace,
    markLiquid,
    markWrongLines,
    tabLeavesAfterEscape,
    autocompletion({
      override: isOneLine ? [completion] : [completion, htmlCompletionSource],
      icons: false,
      maxRenderedOptions: 60,
      activateOnTypingDelay: 50,
    }),
    keymap.of([...closeBracketsKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
    isOneLine ? oneLine : manyLines,
    keymap.of(defaultKeymap),
  ];
}

const manyLines: Extension = [
  lineNumbers(),
  highlightActiveLine(),
  drawSelection(),
  bracketMatching(),
  html(),
  markHtml,
  indentUnit.of('  '),
  EditorState.tabSize.of(2),
  EditorView.lineWrapping,
  keymap.of([indentWithTab]),
];

/** A subject has no line breaks: what is pasted with them gets spaces. */
const oneLine: Extension = [
  EditorState.transactionFilter.of((transaction) => {
    if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction;
    const text = transaction.newDoc.toString().replace(/\s*\n\s*/g, ' ');
    return {
      changes: { from: 0, to: transaction.startState.doc.length, insert: text },
      selection: { anchor: Math.min(transaction.newSelection.main.anchor, text.length) },
    };
  }),
  keymap.of([{ key: 'Enter', run: () => true }]),
];
