import type { ReactElement } from 'react';
import { Dialog } from '../widgets/dialog/dialog.tsx';
import './key-help.css';
import { allSections } from './sections.ts';

const listKeys = [
  ['/', 'search'],
  ['j k', 'move'],
  ['Enter', 'open'],
  ['x', 'select'],
  ['Shift x', 'select a range'],
  ['c', 'copy as curl'],
  ['Esc', 'clear, go back'],
] as const;
const formKeys = [
  ['Ctrl S', 'save'],
  ['Ctrl Enter', 'press the main button'],
] as const;
const everywhereKeys = [
  ['Ctrl K', 'find, go, create'],
  ['?', 'this list'],
] as const;

/** The keys of every page. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title="Keys"
      foot={
        <button type="button" className="btn" onClick={onClose}>
          Close
        </button>
      }
    >
      <div className="key-help">
        <KeyTable title="Go to" keys={allSections.map(({ name, key }) => [`g ${key}`, name] as const)} />
        <div className="stack">
          <KeyTable title="Everywhere" keys={everywhereKeys} />
          <KeyTable title="Lists" keys={listKeys} />
          <KeyTable title="Forms" keys={formKeys} />
        </div>
      </div>
    </Dialog>
  );
}

function KeyTable({
  title,
  keys,
}: {
  readonly title: string;
  readonly keys: readonly (readonly [key: string, meaning: string])[];
}): ReactElement {
  return (
    <table className="ledger">
      <caption className="vh">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">
            <span className="vh">Key</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map(([key, meaning]) => (
          <tr key={key}>
            <td>{meaning}</td>
            <td className="num">
              {key.split(' ').map((one) => (
                <kbd className="key" key={one}>
                  {one}
                </kbd>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
