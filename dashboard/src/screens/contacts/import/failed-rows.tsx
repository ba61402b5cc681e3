import type { ReactElement } from 'react';
import type { ImportResult } from '../../../api/contact-jobs.ts';
import { formatCount } from '../../../widgets/figures/format.ts';

/** More than these are read in the file. */
const maxShown = 100;

export function FailedRows({ result }: { readonly result: ImportResult }): ReactElement {
  const shown = result.errors.slice(0, maxShown);
  return (
    <>
      <table className="ledger stack-s failed-rows">
        <thead>
          <tr>
            <th className="num">Row</th>
            <th>Address</th>
            <th>Why</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ row, email, error }) => (
            <tr key={row}>
              <td className="num t2">{formatCount(row)}</td>
              <td className="mono">{email ?? <span className="t3 none">empty</span>}</td>
              <td className="t2">{error}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="t13 t3 mt8">
        {result.failed > shown.length && `The first ${formatCount(shown.length)} of ${formatCount(result.failed)}. `}
        The row is its line in the file, the names being line 1. Mend these rows and import the file again: rows that
        are in already count as unchanged.
      </p>
    </>
  );
}
