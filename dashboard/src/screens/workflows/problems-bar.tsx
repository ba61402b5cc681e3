import type { ReactElement } from 'react';
import { StateShape } from '../../widgets/state-shape/state-shape.tsx';
import { useEditor } from './editor.ts';
import { problemWords } from './graph/problem-words.ts';

/** What the server finds wrong, each with the way to its step. Errors keep the workflow off. */
export function ProblemsBar(): ReactElement {
  const { workflow, outline, onSelect } = useEditor();
  const problems = workflow.problems.toSorted((a, b) => a.level.localeCompare(b.level));
  const errors = problems.filter(({ level }) => level === 'error').length;
  const notes = problems.length - errors;
  const words = [
    errors > 0 ? (errors === 1 ? '1 problem' : `${errors} problems`) : null,
    notes > 0 ? (notes === 1 ? '1 note' : `${notes} notes`) : null,
  ].filter((part) => part !== null);
  return (
    <div className="problems">
      {problems.length === 0 ? (
        <b>
          <StateShape shape="tick" tone="good" /> Nothing missing
        </b>
      ) : (
        <b>
          <StateShape shape={errors > 0 ? 'cross' : 'tri'} tone={errors > 0 ? 'bad' : 'warn'} />
          {words.join(', ')}
        </b>
      )}
      <ul className="t2">
        {problems.map((problem) => {
          const { stepId, code, message } = problem;
          const number = stepId === null ? undefined : outline.numbers.get(stepId);
          return (
            <li key={`${stepId} ${code} ${message}`}>
              {problemWords(problem, workflow)}
              {stepId !== null && number !== undefined && (
                <button type="button" className="plain go" onClick={() => onSelect(stepId)}>
                  Go to step {number}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <span className="push t13 t3 rowflex wide-only key-line" aria-hidden>
        <span>
          <kbd className="key">↑</kbd> <kbd className="key">↓</kbd> move
        </span>
        <span>
          <kbd className="key">Enter</kbd> edit
        </span>
        <span>
          <kbd className="key">+</kbd> insert
        </span>
        <span>
          <kbd className="key">Del</kbd> remove
        </span>
      </span>
    </div>
  );
}
