import type { ReactElement } from 'react';
import type { CampaignStats } from '../../../api/campaigns.ts';
import { useProject } from '../../../api/project.ts';
import { paths } from '../../../navigation/paths.ts';
import { formatCount } from '../../../widgets/figures/format.ts';
import { Rate } from '../../../widgets/figures/numbers.tsx';
import { closedSentence } from '../../../widgets/state-chip/email-reasons.ts';
import type { ShownState } from '../../../widgets/state-chip/shown-state.ts';
import { StateChip } from '../../../widgets/state-chip/state-chip.tsx';
import { type OutcomeRow, outcomesOf } from './balance-of.ts';

interface OutcomeTableProps {
  readonly campaignId: string;
  readonly stats: CampaignStats;
  readonly onResend: (() => void) | undefined;
}

const states: Readonly<Record<OutcomeRow['outcome'], Pick<ShownState, 'kind' | 'shape' | 'word'>>> = {
  delivered: { kind: 'delivered', shape: 'dot', word: 'Delivered' },
  'handed over': { kind: 'handed', shape: 'bull', word: 'Handed over' },
  bounced: { kind: 'bounced', shape: 'cross', word: 'Bounced' },
  suppressed: { kind: 'notsent', shape: 'slash', word: 'Not sent' },
  failed: { kind: 'failed', shape: 'boxx', word: 'Failed' },
  cancelled: { kind: 'cancelled', shape: 'minus', word: 'Cancelled' },
  waiting: { kind: 'waiting', shape: 'ring', word: 'Waiting' },
};

/** Where every accepted mail is, with the reason; each number opens its rows. */
export function OutcomeTable({ campaignId, stats, onResend }: OutcomeTableProps): ReactElement {
  const { project } = useProject();
  const total = stats.totalRecipients;
  const addressOf = ({ outcome, reason }: OutcomeRow) =>
    outcome === 'handed over'
      ? paths.emails(project.id, { campaign: campaignId, status: 'handed' })
      : `${paths.campaign(project.id, campaignId, { outcome, ...(reason !== null && { reason }) })}#recipients`;
  return (
    <section>
      <div className="section-h mb8">
        <h2>Recipients by outcome</h2>
        {onResend && (
          <button type="button" className="more plain" onClick={onResend}>
            Send to those not reached…
          </button>
        )}
      </div>
      <table className="ledger outcomes">
        <tbody>
          {outcomesOf(stats).map((row) => (
            <tr key={`${row.outcome} ${row.reason}`}>
              <td>
                <StateChip state={states[row.outcome]} />
              </td>
              <td className="t2">{reasonWords(row)}</td>
              <td className="num">
                <a className="plain" href={addressOf(row)}>
                  {formatCount(row.count)}
                </a>
              </td>
              <td className="num t3">
                <Rate part={row.count} base={total} of="accepted" isShort />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <td className="t3">of {formatCount(total)} accepted</td>
            <td className="num">
              <b>{formatCount(total)}</b>
            </td>
            <td className="num t3">{total > 0 ? '100\u00a0%' : ''}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function reasonWords({ outcome, reason }: OutcomeRow): string {
  if (outcome === 'handed over') return 'No notice of delivery has come';
  if (reason === null) return '';
  if (reason === 'other') return 'Other reasons';
  return /^[245]\.\d/.test(reason) ? `Answer ${reason}` : closedSentence(reason);
}
