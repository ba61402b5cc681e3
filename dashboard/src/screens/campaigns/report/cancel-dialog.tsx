import { type ReactElement, useState } from 'react';
import { type Campaign, type CampaignStats, useCampaignStep } from '../../../api/campaigns.ts';
import { type Problem, problemOf } from '../../../api/problem.ts';
import { ConfirmDialog } from '../../../widgets/confirm-dialog/confirm-dialog.tsx';
import { formatCount } from '../../../widgets/figures/format.ts';

interface CancelDialogProps {
  readonly campaign: Campaign;
  readonly stats: CampaignStats | undefined;
  readonly onClose: () => void;
}

/** Cancelling is final, so it says what has left and what will not. */
export function CancelDialog({ campaign, stats, onClose }: CancelDialogProps): ReactElement {
  const step = useCampaignStep(campaign.id);
  const [problem, setProblem] = useState<Problem | null>(null);
  const confirm = async () => {
    try {
      await step.mutateAsync('cancel');
      onClose();
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  const waiting = stats?.waitingCount ?? 0;
  const isScheduled = campaign.status === 'SCHEDULED';
  return (
    <ConfirmDialog
      isOpen
      title={`Cancel ${campaign.name}?`}
      confirmLabel={isScheduled || waiting === 0 ? 'Cancel campaign' : `Cancel ${formatCount(waiting)} mails`}
      keepLabel={isScheduled ? 'Keep the schedule' : 'Keep sending'}
      isBusy={step.isPending}
      problem={problem}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {isScheduled
          ? 'No mail has left. A cancelled campaign is not sent again; to change it, take it off the schedule instead.'
          : `${formatCount(campaign.sentCount)} have left and cannot be recalled; ${formatCount(waiting)} will not be sent. A cancelled campaign is not sent again.`}
      </p>
    </ConfirmDialog>
  );
}
