import type { ReactElement } from 'react';
import { CopyChip } from '../copy-cell/copy-chip.tsx';
import './magic-addresses.css';

/** What becomes of mail to each of them, by the contract. */
const endings: readonly (readonly [name: string, ending: string])[] = [
  ['delivered', 'is delivered'],
  ['opened', 'is delivered, and opened after a second'],
  ['clicked', 'is opened, and its first link is clicked'],
  ['machine', 'is opened and clicked as a scanner would'],
  ['bounced', 'bounces for good, 550 5.1.1'],
  ['delayed', 'is refused twice for a time, then delivered'],
  ['complained', 'is delivered, then marked as spam'],
  ['silent', 'is handed over, and no notice ever comes'],
];

/** Recipients at the sandbox domain; mail to each ends in its own way. */
export function MagicAddresses({ domain }: { readonly domain: string }): ReactElement {
  return (
    <ul className="magic-addresses" aria-label={`Addresses at ${domain}`}>
      {endings.map(([name, ending]) => (
        <li key={name}>
          <CopyChip text={`${name}@${domain}`} word={`${name}@`} hint={`mail to it ${ending}`} />
        </li>
      ))}
    </ul>
  );
}
