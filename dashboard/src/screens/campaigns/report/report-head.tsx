import { Download, Ellipsis, Pause, Play } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { type Campaign, type CampaignStats, type CampaignStep, useCampaignStep } from '../../../api/campaigns.ts';
import { problemOf } from '../../../api/problem.ts';
import { useProject } from '../../../api/project.ts';
import { useGoTo } from '../../../navigation/go-to.ts';
import { paths } from '../../../navigation/paths.ts';
import { useLetter } from '../../../shell/use-letter.ts';
import { useNow } from '../../../widgets/figures/relative-time.tsx';
import { Menu } from '../../../widgets/menu/menu.tsx';
import { useToasts } from '../../../widgets/toasts/toasts.tsx';
import { CampaignStateChip } from '../campaign-state-chip.tsx';
import { DeleteCampaignDialog } from '../delete-campaign-dialog.tsx';
import { useCopyCampaign } from '../use-copy-campaign.ts';
import { useUnschedule } from '../use-undo-offer.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { stateSentence } from './state-sentence.ts';

interface ReportHeadProps {
  readonly campaign: Campaign;
  readonly stats: CampaignStats | undefined;
  readonly onExport: () => void;
}

export function ReportHead({ campaign, stats, onExport }: ReportHeadProps): ReactElement {
  const { project } = useProject();
  const now = useNow();
  const goTo = useGoTo();
  const { say } = useToasts();
  const step = useCampaignStep(campaign.id);
  const copy = useCopyCampaign(campaign.id);
  const unschedule = useUnschedule(campaign.id);
  const [asked, setAsked] = useState<'cancel' | 'delete' | null>(null);
  const { status, pausedAt } = campaign;
  const isSending = status === 'SENDING';
  const isPaused = pausedAt !== null;
  const hasBegun = isSending || status === 'SENT' || (status === 'CANCELLED' && campaign.sentAt !== null);
  const run = async (next: CampaignStep) => {
    try {
      await step.mutateAsync(next);
    } catch (error) {
      const { message, suggestion } = problemOf(error);
      say({ kind: 'bad', message: suggestion ? `${message} ${suggestion}` : message });
    }
  };
  const pauseOrResume = () => {
    if (isSending && !step.isPending) run(isPaused ? 'resume' : 'pause').catch(reportError);
  };
  useLetter('p', pauseOrResume);
  useLetter('e', () => {
    if (hasBegun) onExport();
  });
  return (
    <div className="head">
      <div>
        <h1>{campaign.name}</h1>
        <div className="rowflex mt8 state-line">
          <CampaignStateChip campaign={campaign} isTag />
          <span className="t2">{stateSentence(campaign, stats, now, project.timezone)}</span>
        </div>
      </div>
      <div className="acts">
        {status === 'SCHEDULED' && (
          <>
            <a className="btn" href={paths.composer(project.id, campaign.id)}>
              Edit
            </a>
            <button type="button" className="btn" onClick={() => void unschedule()}>
              Take off the schedule
            </button>
          </>
        )}
        {isSending && (
          <button type="button" className="btn" disabled={step.isPending} onClick={pauseOrResume}>
            {isPaused ? (
              <Play className="i" size={16} strokeWidth={1.75} aria-hidden />
            ) : (
              <Pause className="i" size={16} strokeWidth={1.75} aria-hidden />
            )}
            {isPaused ? 'Resume' : 'Pause'}
          </button>
        )}
        {(isSending || status === 'SCHEDULED') && (
          <button type="button" className="btn" onClick={() => setAsked('cancel')}>
            Cancel campaign…
          </button>
        )}
        {status === 'CANCELLED' && (
          <button type="button" className="btn" onClick={() => void copy({ excludeReached: false })}>
            Duplicate to a new draft
          </button>
        )}
        {hasBegun && (
          <button type="button" className="btn" onClick={onExport}>
            <Download className="i" size={16} strokeWidth={1.75} aria-hidden />
            Export
          </button>
        )}
        <Menu
          trigger={
            <button type="button" className="btn icon" aria-label="More">
              <Ellipsis className="i" size={16} strokeWidth={1.75} aria-hidden />
            </button>
          }
          items={[
            { key: 'copy', label: 'Duplicate', onRun: () => void copy({ excludeReached: false }) },
            ...(hasBegun
              ? [
                  {
                    key: 'rest',
                    label: 'Duplicate without those reached',
                    onRun: () => void copy({ excludeReached: true }),
                  },
                ]
              : []),
            {
              key: 'delete',
              label: 'Delete…',
              isDanger: true,
              isApart: true,
              refusal: isSending ? 'Cancel it first.' : undefined,
              onRun: () => setAsked('delete'),
            },
          ]}
        />
      </div>
      {asked === 'cancel' && <CancelDialog campaign={campaign} stats={stats} onClose={() => setAsked(null)} />}
      {asked === 'delete' && (
        <DeleteCampaignDialog
          campaign={campaign}
          onClose={() => setAsked(null)}
          onDeleted={() => goTo(paths.campaigns(project.id))}
        />
      )}
    </div>
  );
}
