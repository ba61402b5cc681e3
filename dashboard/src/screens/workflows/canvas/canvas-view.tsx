import {
  Controls,
  type Edge,
  type EdgeTypes,
  type Node,
  type NodeTypes,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react';
import { type KeyboardEvent, type ReactElement, useEffect, useMemo, useRef } from 'react';
import { useEditor } from '../editor.ts';
import { itemsOf } from '../graph/outline-tree.ts';
import { layoutOf, nodeWidth } from './canvas-layout.ts';
import { EndNode } from './end-node.tsx';
import { StepNode } from './step-node.tsx';
import { WayEdge } from './way-edge.tsx';
import '@xyflow/react/dist/base.css';
import './canvas.css';

const nodeTypes: NodeTypes = { step: StepNode, end: EndNode };
const edgeTypes: EdgeTypes = { way: WayEdge };
const labels = { 'controls.ariaLabel': 'View of the canvas' };

/** The workflow from top to bottom, placed by us. */
export function CanvasView(): ReactElement {
  return (
    <ReactFlowProvider>
      <Flow />
    </ReactFlowProvider>
  );
}

function Flow(): ReactElement {
  const { workflow, outline, onInsert, onRemove } = useEditor();
  const flow = useReactFlow();
  const area = useRef<HTMLDivElement>(null);
  const placed = useMemo(() => layoutOf(workflow, outline), [workflow, outline]);
  const nodes = useMemo<Node[]>(() => {
    const numbers = outline.numbers;
    const inOrder = placed.nodes.toSorted((a, b) => (numbers.get(a.id) ?? 999) - (numbers.get(b.id) ?? 999));
    return inOrder.map(({ id, x, y, height, kind, slot }) => ({
      id,
      type: kind,
      position: { x, y },
      width: nodeWidth,
      height,
      data: { slot },
      focusable: false,
      selectable: false,
    }));
  }, [placed, outline]);
  const edges = useMemo<Edge[]>(
    () =>
      placed.edges.map(({ id, from, to, branch, transitionId }) => ({
        id,
        type: 'way',
        source: from,
        target: to,
        data: { branch, transitionId },
        focusable: false,
        selectable: false,
      })),
    [placed],
  );

  const width = Math.max(...placed.nodes.map(({ x }) => x + nodeWidth), 0);
  const left = Math.min(...placed.nodes.map(({ x }) => x), 0);
  useEffect(() => {
    const box = area.current;
    if (!box) return undefined;
    // Centred, from the top, and never larger than life: a small workflow does not become a poster.
    const fit = () => {
      const zoom = Math.min(1, Math.max(0.5, box.clientWidth / (width - left + 24)));
      flow.setViewport({ x: (box.clientWidth - (width + left) * zoom) / 2, y: 0, zoom }).catch(reportError);
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(box);
    return () => observer.disconnect();
  }, [flow, width, left]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    const stepId = target?.closest<HTMLElement>('[data-step]')?.dataset.step;
    if (stepId === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const items = itemsOf(outline);
    const at = items.findIndex(({ step }) => step.id === stepId);
    const item = items[at];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const next = items[at + (event.key === 'ArrowDown' ? 1 : -1)];
      const found = next && area.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(next.step.id)}"]`);
      found?.focus();
    } else if (event.key === '+') {
      const slot = item?.slot ?? item?.branches[0]?.slot;
      if (slot) onInsert(slot);
    } else if (event.key === 'Delete') onRemove(stepId);
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons inside
    <div className="canvas" ref={area} onKeyDown={onKeyDown}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        panOnScroll
        zoomOnScroll={false}
        zoomOnDoubleClick={false}
        minZoom={0.3}
        maxZoom={1.5}
        ariaLabelConfig={labels}
        proOptions={{ hideAttribution: true }}
      >
        <Controls showInteractive={false} position="bottom-left" />
      </ReactFlow>
    </div>
  );
}
