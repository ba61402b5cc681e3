import { Menu as Base } from '@base-ui/react/menu';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import '../popover/popover.css';
import './menu.css';

export type MenuItem = {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  /** Stands at the end of the row: a count or a key. */
  note?: ReactNode;
  onRun: () => void;
  isDanger?: boolean;
  /** Why it cannot be used now; shown, because a control is disabled with its reason and not hidden. */
  refusal?: string | undefined;
  /** A rule stands before this item. */
  isApart?: boolean;
};

export type MenuProps = {
  trigger: ReactElement;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
};

/** Actions behind one button. */
export function Menu(props: MenuProps): ReactElement {
  return (
    <Base.Root>
      <Base.Trigger render={props.trigger} />
      <Base.Portal>
        <Base.Positioner className="floating" sideOffset={4} align={props.align ?? 'end'} collisionPadding={8}>
          <Base.Popup className="menu">
            {props.items.map((item) => (
              <Fragment key={item.key}>
                {item.isApart && <Base.Separator className="menu-rule" />}
                <Base.Item
                  className={item.isDanger ? 'menu-item bad' : 'menu-item'}
                  disabled={item.refusal !== undefined}
                  onClick={item.onRun}
                >
                  {item.icon}
                  <span>
                    {item.label}
                    {item.refusal !== undefined && <span className="t12 t3 refusal">{item.refusal}</span>}
                  </span>
                  {item.note !== undefined && <span className="n">{item.note}</span>}
                </Base.Item>
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
