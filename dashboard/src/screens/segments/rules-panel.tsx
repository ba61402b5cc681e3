import { type ReactElement, useState } from 'react';
import { useSegmentFields } from '../../api/condition-choices.ts';
import type { Segment } from '../../api/segments.ts';
import { ConditionBuilder } from '../../widgets/condition-builder/condition-builder.tsx';
import { ProblemNotice } from '../../widgets/state-frame/problem-notice.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { ruleNotes } from './rule-notes.tsx';
import { SegmentFigures } from './segment-figures.tsx';
import type { SegmentDraft } from './use-segment-draft.ts';

interface RulesPanelProps {
  readonly segment: Segment;
  readonly draft: SegmentDraft;
}

export function RulesPanel({ segment, draft }: RulesPanelProps): ReactElement {
  const { fields, valuesOf, isReady, frame } = useSegmentFields(segment.id);
  const [marked, setMarked] = useState<string | undefined>(undefined);
  const { counted, tree, change } = draft;
  const notes = counted ? ruleNotes({ tree, counted, fields, onChange: change }) : {};
  const seen = draft.tested ? (counted?.contact?.filters ?? []) : [];
  const results = Object.fromEntries(
    seen.map(({ path, actual, result }) => [path, { isMatch: result, seen: seenWords(actual) }]),
  );
  return (
    <StateFrame state={frame} isEmpty={false} skeleton={<SkeletonLines lines={6} />} empty={null}>
      {isReady && (
        <div className="cols c-side segment-cols mt24">
          <div>
            {draft.saveProblem && <ProblemNotice problem={draft.saveProblem} />}
            <ConditionBuilder
              label="Rules of the segment"
              value={tree}
              onChange={change}
              fields={fields}
              valuesOf={valuesOf}
              notes={notes}
              problems={draft.problems}
              results={results}
              onMark={setMarked}
            />
          </div>
          <SegmentFigures segment={segment} draft={draft} fields={fields} marked={marked} />
        </div>
      )}
    </StateFrame>
  );
}

const longest = 80;

/** The value a rule saw, as text. */
function seenWords(actual: unknown): string {
  if (actual === null || actual === undefined) return 'Nothing is there.';
  const text = typeof actual === 'string' ? actual : JSON.stringify(actual);
  return `It saw ${text.length > longest ? `${text.slice(0, longest)}…` : text}.`;
}
