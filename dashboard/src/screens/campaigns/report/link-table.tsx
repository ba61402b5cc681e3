import type { ReactElement } from 'react';
import type { CampaignStats } from '../../../api/campaigns.ts';
import { formatCount } from '../../../widgets/figures/format.ts';
import { Rate } from '../../../widgets/figures/numbers.tsx';
import { countOf } from '../../../widgets/number-words/number-words.ts';
import { ShareBar } from '../../../widgets/share-bar/share-bar.tsx';

/** The links of the mail by the people who clicked them. */
export function LinkTable({ stats }: { readonly stats: CampaignStats }): ReactElement {
  const { links, machineClicks, deliveredCount } = stats;
  const max = Math.max(1, ...links.map(({ uniqueClicks }) => uniqueClicks));
  return (
    <section>
      <div className="section-h mb8">
        <h2>Links</h2>
        <span className="more t3">people who clicked, of {formatCount(deliveredCount)} delivered</span>
      </div>
      <table className="ledger links">
        <tbody>
          {links.map(({ url, uniqueClicks }) => (
            <tr key={url}>
              <td className="mono" title={url}>
                <span className="cut">{url.replace(/^https?:\/\//, '')}</span>
              </td>
              <td className="bar-cell">
                <ShareBar share={uniqueClicks / max} />
              </td>
              <td className="num">{formatCount(uniqueClicks)}</td>
              <td className="num t3">
                <Rate part={uniqueClicks} base={deliveredCount} of="delivered" isShort />
              </td>
            </tr>
          ))}
          {links.length === 0 && (
            <tr>
              <td colSpan={4} className="t3">
                No click yet.
              </td>
            </tr>
          )}
        </tbody>
        {machineClicks > 0 && (
          <tfoot>
            <tr>
              <td colSpan={4} className="t13 t3">
                {countOf(machineClicks, 'machine click is', 'machine clicks are')} counted apart and in no rate.
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
