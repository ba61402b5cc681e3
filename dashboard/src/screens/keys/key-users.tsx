import type { ReactElement } from 'react';
import type { KeyUse } from '../../api/keys.ts';
import { useProject } from '../../api/project.ts';
import { paths } from '../../navigation/paths.ts';
import { formatCount } from '../../widgets/figures/format.ts';
import { RelativeTime } from '../../widgets/figures/relative-time.tsx';
import { countOf } from '../../widgets/number-words/number-words.ts';
import { ShareBar } from '../../widgets/share-bar/share-bar.tsx';
import { agentOf, callsOf } from './who-uses-them.ts';

/** Who used the keys within a day, busiest first. */
export function KeyUsers({ usage }: { readonly usage: readonly KeyUse[] }): ReactElement {
  const { project } = useProject();
  const max = Math.max(1, ...usage.map(({ calls24h }) => calls24h));
  return (
    <section>
      <div className="section-h mb8">
        <h2>Who uses them</h2>
        <span className="more t3">last 24 hours, {countOf(callsOf(usage), 'call', 'calls')}</span>
      </div>
      {usage.length === 0 ? (
        <p className="t2 no-users">No call has used these keys within 24 hours.</p>
      ) : (
        <table className="ledger stack-s key-users">
          <thead>
            <tr>
              <th scope="col">Agent</th>
              <th scope="col">Address</th>
              <th scope="col">Key</th>
              <th scope="col" className="share-col">
                <span className="vh">Share</span>
              </th>
              <th scope="col" className="num">
                Calls
              </th>
              <th scope="col" className="num">
                Last call
              </th>
            </tr>
          </thead>
          <tbody>
            {usage.map((use) => (
              <tr key={lineKey(use)}>
                <td>
                  <Agent use={use} />
                </td>
                <td className="tab t2">{use.clientAddress ?? ''}</td>
                <td className="t2">
                  <code>{use.kind === 'secret' ? 'sk_' : 'pk_'}</code>
                </td>
                <td className="wide-only">
                  <ShareBar share={use.calls24h / max} />
                </td>
                <td className="num">
                  {formatCount(use.calls24h)}
                  <span className="only-s"> {use.calls24h === 1 ? 'call' : 'calls'}</span>
                </td>
                <td className="num t3">
                  <span className="only-s">last </span>
                  <RelativeTime at={use.lastUsedAt} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={6} className="t13 t3">
                Each call of the secret key stands in{' '}
                <a className="plain" href={paths.logs(project.id)}>
                  Logs
                </a>
                ;{' '}
                <a className="plain" href={paths.logs(project.id, { status: '4xx' })}>
                  see those that were refused
                </a>
                .
              </td>
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  );
}

export const lineKey = ({ kind, userAgent, clientAddress }: KeyUse): string => `${kind} ${userAgent} ${clientAddress}`;

export function Agent({ use }: { readonly use: KeyUse }): ReactElement {
  const { name, rest } = agentOf(use);
  return (
    <span title={use.userAgent ?? undefined}>
      <b>{name}</b> {rest}
    </span>
  );
}
