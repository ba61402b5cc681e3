import { type ReactElement, useEffect, useRef } from 'react';
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
  ['Ctrl Enter', 'do the main thing'],
] as const;

export function KeyHelp({ onClose }: { readonly onClose: () => void }): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  return (
    <dialog className="dialog key-help" ref={dialog} aria-label="Keys" onClose={onClose}>
      <div className="d-head">
        <h2>Keys</h2>
      </div>
      <div className="d-body cols c-2">
        <KeyTable title="Lists" keys={listKeys} />
        <KeyTable title="Forms" keys={formKeys} />
        <KeyTable title="Go to" keys={allSections.map(({ name, key }) => [`g ${key}`, name] as const)} />
        <KeyTable title="Everywhere" keys={[['Ctrl K', 'find, go, create'] as const, ['?', 'this list'] as const]} />
      </div>
      <form className="d-foot" method="dialog">
        <button type="submit" className="btn">
          Close
        </button>
      </form>
    </dialog>
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
