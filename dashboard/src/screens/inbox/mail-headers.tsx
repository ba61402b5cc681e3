import type { ReactElement } from 'react';
import { frameOf } from '../../api/frame.ts';
import { useRawHeaders } from '../../api/inbox.ts';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import '../../widgets/key-value-table/key-value-table.css';
import { messageHeaders } from './message-headers.ts';

/** The headers the message would have left with, in their order. */
export function MailHeaders({ id }: { readonly id: string }): ReactElement {
  const raw = useRawHeaders(id);
  return (
    <div className="ipanel">
      <StateFrame state={frameOf(raw)} isEmpty={!raw.data} skeleton={<SkeletonLines lines={8} />} empty={null}>
        <table className="kv ruled-top" aria-label="Headers">
          <tbody>
            {messageHeaders(raw.data ?? '').map(({ name, value }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a name may stand several times, and the order never changes
              <tr key={place}>
                <th scope="row">{name}</th>
                <td className="mono">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </StateFrame>
    </div>
  );
}
