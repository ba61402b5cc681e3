import type { ReactElement } from 'react';
import { useController } from 'react-hook-form';
import { useStartExecution } from '../../../api/executions.ts';
import { problemOf } from '../../../api/problem.ts';
import { type FoundContact, useContactSearch } from '../../../api/workflow-choices.ts';
import { ContactPicker } from '../../../widgets/contact-picker/contact-picker.tsx';
import { Dialog } from '../../../widgets/dialog/dialog.tsx';
import { Field } from '../../../widgets/form/field.tsx';
import { Form } from '../../../widgets/form/form.tsx';
import { TextArea } from '../../../widgets/form/inputs.tsx';
import { useServerForm } from '../../../widgets/form/use-server-form.ts';
import { objectProblem } from '../step-form/step-values.ts';

interface StartValues {
  contact: FoundContact | null;
  context: string;
}

/** Lets one contact enter by hand. */
export function StartDialog({ workflowId, onClose }: { workflowId: string; onClose: () => void }): ReactElement {
  const start = useStartExecution(workflowId);
  const search = useContactSearch();
  const form = useServerForm<StartValues>({
    defaultValues: { contact: null, context: '' },
    readProblem: problemOf,
    fieldName: (path) => path.replace(/^contactId$/, 'contact'),
    save: async ({ contact, context }) => {
      const given: unknown = context.trim() === '' ? undefined : JSON.parse(context);
      await start.mutateAsync({
        contactId: contact?.id ?? null,
        ...(given !== undefined && { context: given as Record<string, unknown> }), // the form has checked that it is an object
      });
      onClose();
    },
  });
  const { field } = useController({
    control: form.form.control,
    name: 'contact',
    rules: { validate: (contact) => contact !== null || 'Choose a contact.' },
  });
  return (
    <Dialog isOpen onClose={onClose} title="Start one by hand">
      <Form of={form} label="Start one by hand">
        <Field name="contact" label="Contact">
          <ContactPicker value={field.value} search={search} onChoose={field.onChange} />
        </Field>
        <Field name="context" label="Context" hint='What the event would bring, as JSON: { "amount": 42 }' isOptional>
          <TextArea
            isMono
            rows={3}
            maxLength={60_000}
            spellCheck={false}
            rules={{ validate: (text: unknown) => objectProblem(String(text)) ?? true }}
          />
        </Field>
        <div className="rowflex dialog-acts">
          <button type="button" className="btn push" onClick={onClose}>
            Start no one
          </button>
          <button type="submit" className="btn primary" disabled={form.isSaving}>
            Start execution
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
