import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactElement, ReactNode, RefObject } from 'react';
import './dialog.css';

export type DialogProps = {
  isOpen: boolean;
  /** Asked for by Escape, by a press beside the dialog, or by a button inside it. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** The buttons; the one that acts stands last. */
  foot?: ReactNode;
  isWide?: boolean;
  /** Stays until a button ends it, for things that are shown once. */
  isHeld?: boolean;
  /** Gets the focus first; otherwise the first control does. */
  firstFocus?: RefObject<HTMLElement | null>;
};

/** A dialog that holds the focus and gives it back. */
export function Dialog(props: DialogProps): ReactElement {
  return (
    <Base.Root
      open={props.isOpen}
      disablePointerDismissal={props.isHeld === true}
      onOpenChange={(isOpen, details) => {
        if (isOpen) return;
        if (props.isHeld) details.cancel();
        else props.onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="dialog-veil" />
        <Base.Viewport className="dialog-stage">
          <Base.Popup
            className={props.isWide ? 'dialog wide' : 'dialog'}
            {...(props.firstFocus && { initialFocus: props.firstFocus })}
          >
            <div className="d-head">
              <Base.Title>{props.title}</Base.Title>
            </div>
            <div className="d-body">{props.children}</div>
            {props.foot && <div className="d-foot">{props.foot}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
