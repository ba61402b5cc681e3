import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useEditor } from '../editor.ts';
import { branchWord } from '../graph/step-words.ts';
import { type Slot, slotKey } from '../graph/workflow-graph.ts';

type EndNodeProps = NodeProps<Node<{ readonly slot: Slot | null }>>;

/** Where a way ends: the place for the next step. */
export function EndNode({ data: { slot } }: EndNodeProps): ReactElement | null {
  const { workflow, outline, openSlot, onInsert } = useEditor();
  if (!slot) return null;
  const from = workflow.steps.find((step) => step.id === slot.fromStepId);
  const word = from && slot.branch !== null ? `on ${branchWord(from, slot.branch)} ` : '';
  return (
    <div className="end-node">
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <button
        type="button"
        className={`add-on${openSlot === slotKey(slot) ? ' on' : ''}`}
        aria-label={`Add a step ${word}after step ${outline.numbers.get(slot.fromStepId) ?? ''}`}
        onClick={() => onInsert(slot)}
      >
        <Plus className="i" size={12} strokeWidth={1.75} aria-hidden />
      </button>
    </div>
  );
}
