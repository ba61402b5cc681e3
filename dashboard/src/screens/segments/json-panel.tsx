import { type ReactElement, useId, useState } from 'react';
import { CopyButton } from '../../widgets/copy-cell/copy-button.tsx';
import { readCondition } from './read-condition.ts';
import { isSameTree } from './segment-tree.ts';
import type { SegmentDraft } from './use-segment-draft.ts';

const maxLength = 200_000;

/** The tree as the API takes it. What is typed here becomes the rules as soon as it is whole. */
export function JsonPanel({ draft }: { readonly draft: SegmentDraft }): ReactElement {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const written = JSON.stringify(draft.tree, null, 2);
  const text = typed ?? written;
  const { problem } = readCondition(text);
  const serverProblem = problem === null ? Object.entries(draft.problems)[0] : undefined;
  const said = problem ?? (serverProblem && `${serverProblem[0]}: ${serverProblem[1]}`);
  return (
    <div className="mt16">
      <div className="rowflex mb8">
        <label htmlFor={id} className="t2">
          Condition as JSON
        </label>
        <span className="push">
          <CopyButton text={text} what="the condition as JSON" word="Copy" isQuiet />
        </span>
      </div>
      <textarea
        id={id}
        className={`input area mono segment-json${said ? ' err' : ''}`}
        rows={24}
        spellCheck={false}
        maxLength={maxLength}
        aria-invalid={said !== undefined}
        aria-describedby={`${id}-says`}
        value={text}
        onChange={({ target: { value } }) => {
          setTyped(value);
          const read = readCondition(value);
          if (read.tree && !isSameTree(read.tree, draft.tree)) draft.change(read.tree);
        }}
      />
      <p id={`${id}-says`} className={`t13 mt8 ${said ? 'bad' : 't3'}`} role="status">
        {said ?? 'This is a condition as the API takes it; Rules shows the same tree.'}
      </p>
    </div>
  );
}
