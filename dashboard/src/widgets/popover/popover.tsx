import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import './popover.css';

export type PopoverProps = {
  /** A button; it gets the right attributes by itself. */
  trigger: ReactElement;
  /** Names the panel for those who cannot see it. */
  label: string;
  align?: 'start' | 'end';
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
};

/** A small panel that floats beside its button, holds focus and returns it. */
export function Popover(props: PopoverProps): ReactElement {
  return (
    <Base.Root
      {...(props.isOpen !== undefined && { open: props.isOpen })}
      onOpenChange={(isOpen) => props.onOpenChange?.(isOpen)}
    >
      <Base.Trigger render={props.trigger} />
      <Base.Portal>
        <Base.Positioner className="floating" sideOffset={4} align={props.align ?? 'start'} collisionPadding={8}>
          <Base.Popup className="popover" aria-label={props.label}>
            {props.children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
