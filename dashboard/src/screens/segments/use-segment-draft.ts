import { useMemo, useState } from 'react';
import { frameOf } from '../../api/frame.ts';
import { problemOf } from '../../api/problem.ts';
import { type Segment, type SegmentPreview, useChangeSegment, useSegmentPreview } from '../../api/segments.ts';
import { checkCondition } from '../../widgets/condition-builder/condition-check.ts';
import { type Condition, countRules, newCondition } from '../../widgets/condition-builder/condition-tree.ts';
import type { PickedContact } from '../../widgets/contact-picker/contact-picker.tsx';
import type { FrameState } from '../../widgets/state-frame/frame-state.ts';
import { isSameTree, treeOf } from './segment-tree.ts';
import { useSettled } from './use-settled.ts';

/** How long after the last change the server is asked. */
const pauseMs = 300;

export interface SegmentDraft {
  readonly tree: Condition;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** What has to be mended, by the path of the rule; shown once a save was tried. */
  readonly problems: Readonly<Record<string, string>>;
  /** Of the tree as it is now; undefined while it is being counted. */
  readonly counted: SegmentPreview | undefined;
  readonly isCounting: boolean;
  readonly frame: FrameState;
  readonly tested: PickedContact | null;
  change(tree: Condition): void;
  test(contact: PickedContact | null): void;
  /** Whether it was saved. */
  save(): Promise<boolean>;
  readonly saveProblem: ReturnType<typeof problemOf> | null;
}

/** The rules of a segment while they are changed, with their live count. */
export function useSegmentDraft(segment: Segment): SegmentDraft {
  const stored = useMemo(() => (segment.condition ? treeOf(segment.condition) : newCondition()), [segment.condition]);
  const [edited, setEdited] = useState<Condition | null>(null);
  const [isTried, setIsTried] = useState(false);
  const [tested, setTested] = useState<PickedContact | null>(null);
  const saving = useChangeSegment(segment.id);
  const tree = edited ?? stored;
  const asked = useSettled(tree, pauseMs);
  const isComplete = segment.type === 'DYNAMIC' && checkCondition(asked).length === 0;
  const preview = useSegmentPreview({ condition: isComplete ? asked : null, contactId: tested?.id ?? null });
  const isCurrent = asked === tree && isComplete && !preview.isPlaceholderData;
  const saveProblem = saving.isError ? problemOf(saving.error) : null;
  const problems = useMemo(
    () => ({
      ...(isTried && Object.fromEntries(checkCondition(tree).map(({ path, message }) => [path, message]))),
      ...Object.fromEntries(
        [
          ...(saveProblem?.fieldErrors ?? []),
          ...(preview.isError ? (problemOf(preview.error).fieldErrors ?? []) : []),
        ].map(({ field, message }) => [rulePath(field), message]),
      ),
    }),
    [isTried, tree, saveProblem?.fieldErrors, preview.isError, preview.error],
  );
  return {
    tree,
    isDirty: edited !== null && !isSameTree(edited, stored),
    isSaving: saving.isPending,
    problems,
    counted: isCurrent ? preview.data : undefined,
    isCounting: countRules(tree) > 0 && !isCurrent && checkCondition(tree).length === 0 && !preview.isError,
    frame: { ...frameOf(preview), isLoading: false },
    tested,
    change: (next) => {
      saving.reset();
      setEdited(next);
    },
    test: setTested,
    save: async () => {
      setIsTried(true);
      if (checkCondition(tree).length > 0 || saving.isPending) return false;
      try {
        await saving.mutateAsync({ condition: tree });
        // What was changed meanwhile is not saved yet.
        setEdited((now) => (now === tree ? null : now));
        setIsTried(false);
        return true;
      } catch {
        return false; // shown from the mutation
      }
    },
    saveProblem,
  };
}

/** The rule that an error of the API is about: `condition.groups.0.filters.1.operator` without its ends. */
const rulePath = (field: string): string =>
  field.replace(/^condition\./, '').replace(/\.(field|operator|value|unit)$/, '');
