import type { ReactElement } from 'react';
import { problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { type Template, useDeleteTemplate, useTemplateUsage } from '../../api/templates.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog/confirm-dialog.tsx';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { countOf } from '../../widgets/number-words/number-words.ts';
import { UsageList } from '../../widgets/usage-list/usage-list.tsx';
import { usesOf } from './used-by-chip.tsx';

interface DeleteTemplateDialogProps {
  readonly template: Template;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Names what uses the template. While a workflow needs it, it stays. */
export function DeleteTemplateDialog({ template, onClose, onDeleted }: DeleteTemplateDialogProps): ReactElement {
  const { project } = useProject();
  const usage = useTemplateUsage(template.id);
  const remove = useDeleteTemplate();
  const steps = usage.data?.workflowSteps ?? [];
  if (usage.data && steps.length > 0) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={`${template.name} is still needed`}
        foot={
          <button type="button" className="btn" onClick={onClose}>
            Keep template
          </button>
        }
      >
        <div className="stack">
          <p>Give these workflow steps another template first.</p>
          <UsageList
            uses={usesOf({ campaigns: [], workflowSteps: steps }, project.id)}
            total={usage.data.counts.workflowSteps}
          />
        </div>
      </Dialog>
    );
  }
  const campaigns = usage.data?.campaigns ?? [];
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${template.name}?`}
      confirmLabel="Delete template"
      keepLabel="Keep template"
      isBusy={remove.isPending || usage.isPending}
      problem={remove.error ? problemOf(remove.error) : null}
      onClose={onClose}
      onConfirm={() => remove.mutate(template.id, { onSuccess: onDeleted })}
    >
      <p>
        Sends that name this template will be refused. Mail that was sent with it keeps its text
        {usage.data && usage.data.emailsSent > 0 ? ` (${countOf(usage.data.emailsSent, 'mail', 'mails')} so far)` : ''}.
      </p>
      {campaigns.length > 0 && (
        <>
          <p>These campaigns began with it and keep their own copy:</p>
          <UsageList
            uses={usesOf({ campaigns, workflowSteps: [] }, project.id)}
            total={usage.data?.counts.campaigns ?? campaigns.length}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
