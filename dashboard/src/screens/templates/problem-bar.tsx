import type { ReactElement, RefObject } from 'react';
import { replacementFor, type TextError } from '../../widgets/liquid-editor/editor-errors.ts';
import type { LiquidEditorHandle } from '../../widgets/liquid-editor/editor-props.ts';
import { StateShape } from '../../widgets/state-shape/state-shape.tsx';
import type { Errors } from './errors-of.ts';

interface ProblemBarProps {
  readonly errors: Errors;
  readonly body: RefObject<LiquidEditorHandle | null>;
  readonly subject: RefObject<LiquidEditorHandle | null>;
}

/** The first error in words, with the way to it and, for a misspelt filter, the fix. */
export function ProblemBar({ errors, body, subject }: ProblemBarProps): ReactElement {
  const isInSubject = errors.subject.length > 0;
  const error = errors.subject[0] ?? errors.body[0];
  const editor = isInSubject ? subject : body;
  const fix = error ? replacementFor(error.message) : null;
  const more = errors.subject.length + errors.body.length - 1;
  return (
    <div role="status">
      {error && (
        <div className="problem">
          <StateShape shape="cross" tone="bad" />
          <span className="said">
            <b>{placeWords(error, isInSubject)}</b> {error.message}{' '}
            {fix ? (
              <>
                Did you mean <code>{fix.right}</code>?
              </>
            ) : (
              error.suggestion
            )}
            {more > 0 && <span className="t2"> And {more} more.</span>}
          </span>
          <span className="push rowflex">
            <button type="button" className="btn sm" onClick={() => editor.current?.goTo(error.line, error.column)}>
              Go to it
            </button>
            {fix && (
              <button
                type="button"
                className="btn sm"
                onClick={() => editor.current?.replaceAt(error, fix.wrong, fix.right)}
              >
                Replace it
              </button>
            )}
          </span>
        </div>
      )}
    </div>
  );
}

const placeWords = ({ line, column }: TextError, isInSubject: boolean): string =>
  isInSubject ? `Subject, column ${column}:` : `Line ${line}, column ${column}:`;
