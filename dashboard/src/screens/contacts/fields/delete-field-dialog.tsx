import type { ReactElement } from 'react';
import { type ContactField, keyOfField, useDeleteField, useFieldUsage } from '../../../api/contact-fields.ts';
import { problemOf } from '../../../api/problem.ts';
import { useProject } from '../../../api/project.ts';
import { ConfirmDialog } from '../../../widgets/confirm-dialog/confirm-dialog.tsx';
import { countOf } from '../../../widgets/number-words/number-words.ts';
import { UsageList } from '../../../widgets/usage-list/usage-list.tsx';
import { usesOf } from './field-uses.ts';

interface DeleteFieldDialogProps {
  readonly field: ContactField;
  readonly onClose: () => void;
  readonly onDeleted: (sentence: string) => void;
}

/** Lists first what would stop matching; the name is asked for if anything uses the field. */
export function DeleteFieldDialog({ field, onClose, onDeleted }: DeleteFieldDialogProps): ReactElement {
  const { project } = useProject();
  const usage = useFieldUsage(field.field);
  const remove = useDeleteField();
  const key = keyOfField(field);
  const uses = usage.data ? usesOf(project.id, usage.data) : null;
  const count = usage.data?.contactCount ?? field.count;
  const confirm = async () => {
    try {
      const reply = await remove.mutateAsync(field.field);
      onDeleted(
        'jobId' in reply
          ? `${key} is being removed from the contacts in the background.`
          : `${key} was removed from ${countOf(reply.deletedFrom, 'contact', 'contacts')}.`,
      );
    } catch {
      // the dialog shows it
    }
  };
  const refusal = usage.error ?? remove.error;
  return (
    <ConfirmDialog
      isOpen
      title={`Delete the field ${key}?`}
      confirmLabel={`Delete from ${countOf(count, 'contact', 'contacts')}`}
      keepLabel="Keep field"
      typedName={uses && uses.length > 0 ? key : undefined}
      isBusy={uses === null || remove.isPending}
      problem={refusal ? problemOf(refusal) : null}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>The value goes from every contact that has it. This cannot be undone.</p>
      {uses && uses.length > 0 && (
        <>
          <p className="mt12">
            <b>Rules on this field match no one any more</b>, also those that ask whether it is missing:
          </p>
          <UsageList uses={uses} />
        </>
      )}
      {uses?.length === 0 && <p className="t2">No segment, campaign or workflow refers to it.</p>}
    </ConfirmDialog>
  );
}
