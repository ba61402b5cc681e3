import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath } from '@xyflow/react';
import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { useEditor } from '../editor.ts';
import { branchWord } from '../graph/step-words.ts';
import { edgeSlot, servedBranch, slotKey } from '../graph/workflow-graph.ts';

/** A way between two steps, with its word if it is a branch and a button that inserts on it. */
export function WayEdge(props: EdgeProps): ReactElement {
  const { id, source, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition } = props;
  const { workflow, outline, openSlot, lit, onInsert } = useEditor();
  const from = workflow.steps.find((step) => step.id === source);
  const way = workflow.transitions.find((one) => one.id === id);
  const branch = way && from ? servedBranch(from, way) : id.startsWith('end:') ? id.split(':').at(-1) || null : null;
  const isTimeout = from?.type === 'WAIT_FOR_EVENT' && branch === 'timeout';
  const isLit = lit?.transitions.has(id) ?? false;
  const bend = sourceY + (branch === null ? (targetY - sourceY) / 2 : 24);
  const [path] = getSmoothStepPath({
    ...{ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition },
    borderRadius: 8,
    centerY: bend,
  });
  const word = from && branch !== null ? branchWord(from, branch) : null;
  const isStraight = Math.abs(sourceX - targetX) < 1;
  const wordAt = isStraight ? { x: sourceX, y: bend } : { x: (sourceX + targetX) / 2, y: bend };
  const addY = branch === null ? (sourceY + targetY) / 2 : (bend + targetY) / 2 + 4;
  const place = word === null ? '' : `on ${word} `;
  return (
    <>
      <BaseEdge id={id} path={path} className={`edge${isLit ? ' lit' : ''}${isTimeout ? ' timeout' : ''}`} />
      <EdgeLabelRenderer>
        {word !== null && (
          <span
            className={`word-on${isLit ? ' lit' : ''}`}
            style={{ transform: `translate(-50%, -50%) translate(${wordAt.x}px, ${wordAt.y}px)` }}
          >
            {word}
          </span>
        )}
        {way && (
          <button
            type="button"
            className={`add-on on-way${openSlot === slotKey(edgeSlot(way)) ? ' on' : ''}`}
            style={{ transform: `translate(-50%, -50%) translate(${targetX}px, ${addY}px)` }}
            aria-label={`Insert a step ${place}after step ${outline.numbers.get(source) ?? ''}`}
            onClick={() => onInsert(edgeSlot(way))}
          >
            <Plus className="i" size={12} strokeWidth={1.75} aria-hidden />
          </button>
        )}
      </EdgeLabelRenderer>
    </>
  );
}
