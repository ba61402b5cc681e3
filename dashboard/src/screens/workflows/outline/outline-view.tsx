import type { KeyboardEvent, ReactElement } from 'react';
import { useEditor } from '../editor.ts';
import { itemsOf } from '../graph/outline-tree.ts';
import { OutlineRunView } from './outline-run.tsx';
import './outline.css';

/** The workflow as a nested list, with every action of the canvas. */
export function OutlineView(): ReactElement {
  const { outline, onInsert, onRemove } = useEditor();

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (!target || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const places = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-place]')];
      const row = target.closest('li, .oword')?.querySelector<HTMLElement>('[data-place]') ?? target;
      const at = places.indexOf(target.matches('[data-place]') ? target : row);
      const next = places[at + (event.key === 'ArrowDown' ? 1 : -1)];
      if (!next) return;
      event.preventDefault();
      next.focus();
      return;
    }
    const stepId = target.closest<HTMLElement>('[data-step]')?.dataset.step;
    if (stepId === undefined) return;
    if (event.key === '+') {
      const item = itemsOf(outline).find(({ step }) => step.id === stepId);
      const slot = item?.slot ?? item?.branches[0]?.slot;
      if (!slot) return;
      event.preventDefault();
      onInsert(slot);
    } else if (event.key === 'Delete') {
      event.preventDefault();
      onRemove(stepId);
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons inside
    <div className="ol-scroll" onKeyDown={onKeyDown}>
      <div className="ol-head" aria-hidden>
        <span>Step</span>
        <span>in</span>
        <span>waiting</span>
        <span>done</span>
        <span>failed</span>
        <span />
      </div>
      <OutlineRunView run={outline.main} />
      {outline.loose.length > 0 && (
        <section aria-label="Not connected">
          <h2 className="ol-loose">Not connected</h2>
          <p className="t13 t2">
            No way from the trigger leads to these steps. Link to them at an open end, or remove them.
          </p>
          {outline.loose.map((run) => (
            <OutlineRunView key={run.items[0]?.step.id} run={run} />
          ))}
        </section>
      )}
    </div>
  );
}
