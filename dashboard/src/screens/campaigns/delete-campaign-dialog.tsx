import { type ReactElement, useState } from 'react';
import { type Campaign, useDeleteCampaign } from '../../api/campaigns.ts';
import { type Problem, problemOf } from '../../api/problem.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog/confirm-dialog.tsx';

interface DeleteCampaignDialogProps {
  readonly campaign: Campaign;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

export function DeleteCampaignDialog({ campaign, onDeleted, onClose }: DeleteCampaignDialogProps): ReactElement {
  const remove = useDeleteCampaign();
  const [problem, setProblem] = useState<Problem | null>(null);
  const confirm = async () => {
    try {
      await remove.mutateAsync(campaign.id);
      onDeleted();
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  const hasMail = campaign.sentAt !== null;
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${campaign.name}?`}
      confirmLabel="Delete campaign"
      keepLabel="Keep it"
      isBusy={remove.isPending}
      problem={problem}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {hasMail
          ? 'Its page and its figures are gone. The mails it sent stay in the list of mails.'
          : 'Its text is gone. It has not been sent to anyone.'}
      </p>
    </ConfirmDialog>
  );
}
