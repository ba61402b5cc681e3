import type { ReactElement } from 'react';
import type { ConditionField } from '../condition-builder/condition-fields.ts';
import type { Condition } from '../condition-builder/condition-tree.ts';
import { sentenceOf } from './condition-words.ts';
import './condition-sentence.css';

/** The tree in words; the rule under the pointer or focus in the builder can be marked. */
export function ConditionSentence(props: {
  tree: Condition;
  fields: readonly ConditionField[];
  marked?: string | undefined;
}): ReactElement {
  return (
    <p className="condition-sentence">
      {sentenceOf(props.tree, props.fields).map((piece, place) =>
        piece.path !== undefined && piece.path === props.marked ? (
          <em key={piece.path}>{piece.text}</em>
        ) : (
          <span key={piece.path ?? place}>{piece.text}</span>
        ),
      )}
    </p>
  );
}
