import { type FormEvent, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from '../dialog/dialog.tsx';
import type { Problem } from '../problem/problem.ts';
import { ProblemNotice } from '../state-frame/problem-notice.tsx';
import '../state-frame/state-frame.css';
import { isSameName } from './typed-name.ts';

export type ConfirmDialogProps = {
  isOpen: boolean;
  /** A question with its object: "Cancel Autumn planting guide?" */
  title: ReactNode;
  /** The consequence, with its numbers. */
  children: ReactNode;
  /** Verb and number: "Cancel 388 mails". */
  confirmLabel: ReactNode;
  /** What stays as it is: "Keep sending". */
  keepLabel: string;
  /** Has to be typed before the button works: for many things at once, and for keys. */
  typedName?: string | undefined;
  /** On by default: what is asked for here can rarely be taken back. */
  isDanger?: boolean;
  isBusy?: boolean;
  /** For a consequence that is a table. */
  isWide?: boolean;
  /** Beside the buttons: what comes next. */
  footNote?: string;
  /** A refusal of the action; the dialog stays and shows it. */
  problem?: Problem | null | undefined;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that cannot be taken back. What can be taken back is done at once, with an undo toast. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactElement {
  const keepButton = useRef<HTMLButtonElement>(null);
  const nameInput = useRef<HTMLInputElement>(null);
  const formId = useId();
  const inputId = useId();
  const [typed, setTyped] = useState('');
  useEffect(() => {
    if (!props.isOpen) setTyped('');
  }, [props.isOpen]);

  const mayConfirm = !props.isBusy && (props.typedName === undefined || isSameName(typed, props.typedName));
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    // Why: a form in a portal is still inside its parent's form for React.
    event.stopPropagation();
    if (mayConfirm) props.onConfirm();
  };

  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      isWide={props.isWide === true}
      firstFocus={props.typedName === undefined ? keepButton : nameInput}
      foot={
        <>
          {props.footNote && <span className="left">{props.footNote}</span>}
          <button type="button" className="btn" ref={keepButton} onClick={props.onClose}>
            {props.keepLabel}
          </button>
          <button
            type="submit"
            form={formId}
            className={props.isDanger === false ? 'btn primary' : 'btn danger'}
            disabled={!mayConfirm}
          >
            {props.confirmLabel}
          </button>
        </>
      }
    >
      {props.children}
      <form id={formId} onSubmit={confirm}>
        {props.typedName !== undefined && (
          <div className="field">
            <label className="lab" htmlFor={inputId}>
              Type {props.typedName} to go on
            </label>
            <input
              id={inputId}
              ref={nameInput}
              className="input"
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
        )}
      </form>
      {props.problem && <ProblemNotice problem={props.problem} />}
    </Dialog>
  );
}
