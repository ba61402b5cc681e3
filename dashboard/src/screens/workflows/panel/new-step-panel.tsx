import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { useEditor } from '../editor.ts';
import { branchWord } from '../graph/step-words.ts';
import type { AddableType, Slot } from '../graph/workflow-graph.ts';
import { StepIcon } from '../step-icon.tsx';
import { LinkForm } from './link-form.tsx';
import { NewStepForm } from './new-step-form.tsx';
import { PanelFrame } from './panel-frame.tsx';

interface NewStepPanelProps {
  readonly slot: Slot;
  readonly onDirty: (isDirty: boolean) => void;
  readonly onAdded: (stepId: string) => void;
  readonly onClose: () => void;
}

const types: readonly { readonly type: AddableType; readonly name: string; readonly said: string }[] = [
  { type: 'SEND_EMAIL', name: 'Send a mail', said: 'from a template, to the contact or another address' },
  { type: 'DELAY', name: 'Wait', said: 'for minutes, hours or days' },
  { type: 'WAIT_FOR_EVENT', name: 'Wait for an event', said: 'with a time-out' },
  { type: 'CONDITION', name: 'Ask a question', said: 'and go on by the answer' },
  { type: 'WEBHOOK', name: 'Call an address', said: 'of your own systems' },
  { type: 'UPDATE_CONTACT', name: 'Change the contact', said: 'its data or its subscription' },
  { type: 'EXIT', name: 'Leave the workflow', said: 'with a reason' },
];

/** First which step, then its form; it is added in one call when the form is saved. */
export function NewStepPanel({ slot, onDirty, onAdded, onClose }: NewStepPanelProps): ReactElement {
  const { outline, workflow } = useEditor();
  const [chosen, setChosen] = useState<AddableType | 'LINK' | null>(null);
  const from = workflow.steps.find(({ id }) => id === slot.fromStepId);
  const number = outline.numbers.get(slot.fromStepId) ?? 1;
  const word = from && slot.branch !== null ? branchWord(from, slot.branch) : null;
  const place = word === null ? `after step ${number}` : `on ${word} after step ${number}`;
  const offered = slot.kind === 'edge' ? types.filter(({ type }) => type !== 'EXIT') : types;
  const title = types.find(({ type }) => type === chosen)?.name ?? (chosen === 'LINK' ? 'Link to a step' : 'New step');
  return (
    <PanelFrame label="New step" title={title} said={place} onClose={onClose}>
      {chosen === null && <TypeList offered={offered} mayLink={slot.kind === 'end'} onChoose={setChosen} />}
      {chosen === 'LINK' && <LinkForm slot={slot} onLinked={onClose} onBack={() => setChosen(null)} />}
      {chosen !== null && chosen !== 'LINK' && (
        <NewStepForm type={chosen} slot={slot} onDirty={onDirty} onAdded={onAdded} onBack={() => setChosen(null)} />
      )}
    </PanelFrame>
  );
}

interface TypeListProps {
  readonly offered: typeof types;
  readonly mayLink: boolean;
  readonly onChoose: (type: AddableType | 'LINK') => void;
}

function TypeList({ offered, mayLink, onChoose }: TypeListProps): ReactElement {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('button')?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    <ul className="types" ref={list} onKeyDown={onKeyDown}>
      {offered.map(({ type, name, said }) => (
        <li key={type}>
          <button type="button" onClick={() => onChoose(type)}>
            <StepIcon type={type} />
            <span>
              <b>{name}</b> {said}
            </span>
          </button>
        </li>
      ))}
      {mayLink && (
        <li>
          <button type="button" onClick={() => onChoose('LINK')}>
            <StepIcon type="CONDITION" />
            <span>
              <b>Link to a step</b> that is there already
            </span>
          </button>
        </li>
      )}
    </ul>
  );
}
