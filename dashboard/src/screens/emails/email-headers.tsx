import type { ReactElement } from 'react';
import type { EmailDetail } from '../../api/emails.ts';
import { type Fact, FactTable } from '../../widgets/key-value-table/key-value-table.tsx';

/** The headers that were chosen for this mail. Those made at hand-over, such as signatures, are in the message alone. */
export function EmailHeaders({ email }: { readonly email: EmailDetail }): ReactElement {
  const { from, fromName, to, toName, replyTo, subject, messageId, headers } = email;
  const chosen: (readonly [name: string, value: string | null])[] = [
    ['From', fromName ? `${fromName} <${from}>` : from],
    ['To', to !== null && toName ? `${toName} <${to}>` : to],
    ['Reply-To', replyTo],
    ['Subject', subject],
    ['Message-ID', messageId],
    ...Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'reply-to'),
  ];
  const facts = chosen.flatMap(([label, value]): Fact[] =>
    value === null ? [] : [{ label, value: <span className="mono">{value}</span> }],
  );
  return (
    <div className="tab-text">
      <FactTable label="Headers" facts={facts} />
      <p className="hint">Headers made at hand-over, such as signatures, are in the message alone.</p>
    </div>
  );
}
