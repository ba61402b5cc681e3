import type { ReactElement } from 'react';
import { useRecipientsFile } from '../../../api/campaign-recipients.ts';
import { type Campaign, type CampaignStats, useCampaignStats } from '../../../api/campaigns.ts';
import { frameOf } from '../../../api/frame.ts';
import { problemOf } from '../../../api/problem.ts';
import { useProject } from '../../../api/project.ts';
import { paths } from '../../../navigation/paths.ts';
import { useUrlState } from '../../../navigation/url-state.ts';
import { RejectedNote } from '../../../shell/rejected-note.tsx';
import { BalanceLine } from '../../../widgets/balance-line/balance-line.tsx';
import { formatClock, formatExact } from '../../../widgets/figures/format.ts';
import { useNow } from '../../../widgets/figures/relative-time.tsx';
import { DeepRoute } from '../../../widgets/route-line/deep-route.tsx';
import { saveCsv } from '../../../widgets/save-file/save-csv.ts';
import { SkeletonLines } from '../../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../../widgets/state-frame/state-frame.tsx';
import { useToasts } from '../../../widgets/toasts/toasts.tsx';
import { audienceWords } from '../audience-words.ts';
import { MailPreview } from '../mail-preview.tsx';
import { useCopyCampaign } from '../use-copy-campaign.ts';
import { balanceOf } from './balance-of.ts';
import { deepStops } from './deep-stops.ts';
import { LinkTable } from './link-table.tsx';
import { OutcomeTable } from './outcome-table.tsx';
import { ProviderTable } from './provider-table.tsx';
import { queryOf, RecipientsList } from './recipients-list.tsx';
import { ReportHead } from './report-head.tsx';
import { reportShape } from './report-state.ts';

const oldMs = 30_000;

/** Progress while it is sent, and the report afterwards. */
export function CampaignReport({ campaign }: { readonly campaign: Campaign }): ReactElement {
  const { state, rejected, set } = useUrlState(reportShape);
  const stats = useCampaignStats(campaign.id, campaign.status);
  const readFile = useRecipientsFile(campaign.id);
  const { say } = useToasts();
  const copy = useCopyCampaign(campaign.id);
  const exportRows = async () => {
    try {
      saveCsv(`${campaign.name}.csv`, await readFile(queryOf(state)));
    } catch (error) {
      say({ kind: 'bad', message: `The file was not made. ${problemOf(error).message}` });
    }
  };
  const hasBegun = campaign.sentAt !== null;
  const isOver = campaign.status === 'SENT' || campaign.status === 'CANCELLED';
  const figures = stats.data;
  const notReached = figures ? figures.failedCount + figures.cancelledCount : 0;
  return (
    <>
      <ReportHead campaign={campaign} stats={figures} onExport={() => void exportRows()} />
      <RejectedNote names={rejected} />
      {hasBegun ? (
        <StateFrame
          state={frameOf(stats)}
          isEmpty={figures === undefined}
          skeleton={<SkeletonLines lines={10} />}
          empty={null}
        >
          {figures && (
            <>
              <CampaignBalance campaign={campaign} stats={figures} readAt={stats.dataUpdatedAt} />
              <section className="bleed sheet mt16 how-far" aria-label="How far it came">
                <DeepRoute label="How far it came" stops={deepStops(figures)} />
              </section>
              <div className="cols mt24 report-cols">
                <OutcomeTable
                  campaignId={campaign.id}
                  stats={figures}
                  onResend={isOver && notReached > 0 ? () => void copy({ excludeReached: true }) : undefined}
                />
                <div>
                  <LinkTable stats={figures} />
                  <ProviderTable providers={figures.providers} />
                </div>
              </div>
              <RecipientsList campaignId={campaign.id} state={state} onChange={set} />
            </>
          )}
        </StateFrame>
      ) : (
        <ScheduledFacts campaign={campaign} />
      )}
    </>
  );
}

interface CampaignBalanceProps {
  readonly campaign: Campaign;
  readonly stats: CampaignStats;
  readonly readAt: number;
}

function CampaignBalance({ campaign, stats, readAt }: CampaignBalanceProps): ReactElement {
  const { project } = useProject();
  const now = useNow();
  const { accepted, delivered, handedOver, bounced, notSent, waiting } = balanceOf(stats);
  const rowsOf = (outcome?: string) =>
    `${paths.campaign(project.id, campaign.id, outcome === undefined ? {} : { outcome })}#recipients`;
  const began =
    campaign.sentAt === null ? '' : ` Started ${formatExact(Date.parse(campaign.sentAt), project.timezone)}.`;
  const age = now - readAt > oldMs ? ` Figures of ${formatClock(readAt, 'second', project.timezone)}.` : '';
  return (
    <div className="mt16">
      <BalanceLine
        isSmall
        label="Balance of this campaign"
        caption={`${audienceWords(campaign)}, from ${campaign.from}.${began}${age}`}
        total={{ label: 'accepted', count: accepted, href: rowsOf() }}
        parts={[
          { label: 'delivered', count: delivered, href: rowsOf('delivered'), shape: 'dot', tone: 'good' },
          {
            label: 'handed over',
            count: handedOver,
            href: paths.emails(project.id, { campaign: campaign.id, status: 'handed' }),
            shape: 'bull',
            tone: 'second',
          },
          { label: 'bounced', count: bounced, href: rowsOf('bounced'), shape: 'cross', tone: 'bad' },
          { label: 'not sent', count: notSent, href: rowsOf(largestUnsent(stats)), shape: 'slash', tone: 'second' },
          { label: 'waiting', count: waiting, href: rowsOf('waiting'), shape: 'ring', tone: 'third' },
        ]}
      />
    </div>
  );
}

/** "Not sent" is three outcomes; the rows of the largest are opened. */
function largestUnsent({ suppressedCount, failedCount, cancelledCount }: CampaignStats): string {
  if (failedCount > suppressedCount && failedCount >= cancelledCount) return 'failed';
  return cancelledCount > suppressedCount ? 'cancelled' : 'suppressed';
}

/** What will leave, before it does; a campaign that was cancelled first keeps it. */
const ScheduledFacts = ({ campaign }: { readonly campaign: Campaign }): ReactElement => (
  <>
    <dl className="send-facts scheduled-facts mt24">
      <dt>To</dt>
      <dd>{audienceWords(campaign)}, as it is when sending begins</dd>
      <dt>From</dt>
      <dd>{campaign.fromName === null ? campaign.from : `${campaign.fromName} <${campaign.from}>`}</dd>
    </dl>
    <section className="mt24" aria-label="The mail">
      <MailPreview fields={{ subject: campaign.subject, body: campaign.body ?? '', type: campaign.type }} />
    </section>
  </>
);
