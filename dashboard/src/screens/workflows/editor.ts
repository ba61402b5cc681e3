import { createContext, useContext } from 'react';
import type { StepCounts, Workflow, WorkflowProblem } from '../../api/workflows.ts';
import type { LitPath } from './dry-run/simulated-path.ts';
import type { Outline } from './graph/outline-tree.ts';
import type { Slot } from './graph/workflow-graph.ts';

/** What outline and canvas draw, and what they can ask for. Both show the same and do the same. */
export interface Editor {
  readonly workflow: Workflow;
  readonly outline: Outline;
  readonly counts: ReadonlyMap<string, StepCounts>;
  readonly problems: ReadonlyMap<string, readonly WorkflowProblem[]>;
  readonly selectedId: string | null;
  /** Where a step is being inserted. */
  readonly openSlot: string | null;
  /** The path of the dry run. */
  readonly lit: LitPath | null;
  readonly clocks: ReadonlyMap<string, number>;
  readonly onSelect: (stepId: string) => void;
  readonly onInsert: (slot: Slot) => void;
  readonly onRemove: (stepId: string) => void;
}

const EditorContext = createContext<Editor | null>(null);
export const EditorProvider = EditorContext.Provider;

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('this part stands inside a workflow');
  return editor;
}
