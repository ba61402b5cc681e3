import type { ReactElement } from 'react';
import type { CampaignStats } from '../../../api/campaigns.ts';
import { formatCount } from '../../../widgets/figures/format.ts';
import { Rate } from '../../../widgets/figures/numbers.tsx';
import { providerName } from '../../../widgets/number-words/provider-name.ts';

/** How much each provider of mailboxes took. */
export function ProviderTable({ providers }: Pick<CampaignStats, 'providers'>): ReactElement | null {
  if (providers.length === 0) return null;
  return (
    <section className="mt24">
      <div className="section-h mb8">
        <h2>Mailbox providers</h2>
        <span className="more t3">delivered, of handed over</span>
      </div>
      <table className="ledger">
        <tbody>
          {providers.map(({ provider, delivered, sent }) => (
            <tr key={provider}>
              <td>{providerName(provider)}</td>
              <td className="num">
                {formatCount(delivered)} of {formatCount(sent)}
              </td>
              <td className="num t3">
                <Rate part={delivered} base={sent} of="handed over" isShort />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
