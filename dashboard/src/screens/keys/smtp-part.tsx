import type { ReactElement } from 'react';
import { CopyCell } from '../../widgets/copy-cell/copy-cell.tsx';
import { type Fact, FactTable } from '../../widgets/key-value-table/key-value-table.tsx';
import type { SmtpAccess } from './key-snippets.ts';

/** How an app that can only send mail is connected; said plainly when this instance takes no mail. */
export function SmtpPart(props: { readonly smtp: SmtpAccess | null; readonly last4: string }): ReactElement {
  const { smtp, last4 } = props;
  return (
    <section>
      <div className="section-h mb8">
        <h2>SMTP</h2>
        <span className="more t3">for apps that can only send mail</span>
      </div>
      {smtp ? (
        <FactTable label="SMTP" facts={factsOf(smtp, last4)} />
      ) : (
        <p className="t2 no-users">This instance takes no mail by SMTP. Use the calls on this page.</p>
      )}
    </section>
  );
}

function factsOf({ host, submission, secure }: SmtpAccess, last4: string): Fact[] {
  const ports = [
    ...(submission === null ? [] : [`${submission} with STARTTLS`]),
    ...(secure === null ? [] : [`${secure} with TLS from the start`]),
  ];
  return [
    { label: 'Host', value: <CopyCell value={host} what="host" /> },
    { label: 'Port', value: ports.join(', or ') },
    { label: 'User', value: 'anything; it is written in the log' },
    {
      label: 'Password',
      value: (
        <>
          your secret key, <span className="mono">sk_…{last4}</span>
        </>
      ),
    },
  ];
}
