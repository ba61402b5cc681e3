import { type ReactElement, useState } from 'react';
import { type Template, useTemplates } from '../../../api/templates.ts';
import { searchIn } from '../../../widgets/choice-picker/choice.ts';
import { ChoicePicker } from '../../../widgets/choice-picker/choice-picker.tsx';
import { ConfirmDialog } from '../../../widgets/confirm-dialog/confirm-dialog.tsx';

interface TakeTemplateDialogProps {
  readonly onTake: (template: Template) => void;
  readonly onClose: () => void;
}

const query = { pageSize: 100, sort: 'updatedAt', dir: 'desc' } as const;

/** Replaces subject and body by a copy of a template. */
export function TakeTemplateDialog({ onTake, onClose }: TakeTemplateDialogProps): ReactElement {
  const { data } = useTemplates(query);
  const [chosen, setChosen] = useState<Template | null>(null);
  const templates = data?.templates ?? [];
  const choices = templates.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <ConfirmDialog
      isOpen
      title="Take a template"
      confirmLabel="Replace subject and content"
      keepLabel="Keep the text"
      isBusy={chosen === null}
      onConfirm={() => chosen && onTake(chosen)}
      onClose={onClose}
    >
      <p>The subject and the content of this campaign are replaced by a copy of the template.</p>
      <ChoicePicker
        label="Template"
        placeholder="Choose a template"
        value={chosen && { value: chosen.id, label: chosen.name }}
        search={async (text) => searchIn(choices, text)}
        onChoose={({ value }) => setChosen(templates.find(({ id }) => id === value) ?? null)}
        nothingFound="No template of this name."
      />
    </ConfirmDialog>
  );
}
