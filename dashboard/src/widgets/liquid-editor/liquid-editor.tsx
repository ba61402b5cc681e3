import { lazy, type ReactElement, Suspense } from 'react';
import type { LiquidEditorProps } from './editor-props.ts';
import './liquid-editor.css';

const CodeArea = lazy(async () => ({ default: (await import('./code-area.tsx')).CodeArea }));

/** A text in the template language: colours, completion after two braces, errors of the server where they are. */
export function LiquidEditor(props: LiquidEditorProps): ReactElement {
  const { height, isOneLine = false } = props;
  return (
    <div
      className={isOneLine ? 'liquid-editor one-line' : 'liquid-editor'}
      style={height ? { blockSize: height } : undefined}
    >
      <Suspense fallback={<pre className="code-waiting">{props.value}</pre>}>
        <CodeArea {...props} />
      </Suspense>
    </div>
  );
}
