import type { ReactElement } from 'react';
import { problemOf } from '../../api/problem.ts';
import type { WebhookEndpoint } from '../../api/webhooks.ts';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { Field } from '../../widgets/form/field.tsx';
import { Form } from '../../widgets/form/form.tsx';
import { TextInput } from '../../widgets/form/inputs.tsx';
import { useServerForm } from '../../widgets/form/use-server-form.ts';
import { PatternPicker } from './pattern-picker.tsx';

export interface EndpointValues {
  readonly url: string;
  readonly description: string | null;
  readonly events: string[];
}

interface EndpointFormProps {
  readonly title: string;
  readonly saveLabel: string;
  readonly initial: Pick<WebhookEndpoint, 'url' | 'description' | 'events'>;
  readonly save: (values: EndpointValues) => Promise<void>;
  readonly onClose: () => void;
}

/** Address, events and description of an endpoint, new or known. */
export function EndpointForm({ title, saveLabel, initial, save, onClose }: EndpointFormProps): ReactElement {
  const form = useServerForm({
    defaultValues: { url: initial.url, description: initial.description ?? '', events: [...initial.events] },
    readProblem: problemOf,
    fieldName: (path) => (path.startsWith('events') ? 'events' : path),
    save: ({ url, description, events }) =>
      save({ url: url.trim(), description: description.trim() || null, events: [...events] }),
  });
  const { register, setValue, watch } = form.form;
  register('events', { validate: (events) => events.length > 0 || 'Choose at least one event.' });
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={title}
      foot={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Close
          </button>
          <button type="button" className="btn primary" disabled={form.isSaving} onClick={() => void form.submit()}>
            {saveLabel}
          </button>
        </>
      }
    >
      <Form of={form} label={title}>
        <Field name="url" label="Address" isRequired hint="Where we POST each event as JSON. It must be public.">
          <TextInput
            type="url"
            isMono
            maxLength={2048}
            autoComplete="off"
            spellCheck={false}
            placeholder="https://example.com/hooks/mail"
            rules={{ required: 'Write the address.' }}
          />
        </Field>
        <Field
          name="events"
          label="Events"
          isRequired
          hint={
            <>
              Names, beginnings such as <code>order.*</code>, or <code>*</code> for every event.
            </>
          }
        >
          <PatternPicker
            patterns={watch('events')}
            onChange={(events) =>
              setValue('events', [...events], { shouldDirty: true, shouldValidate: form.form.formState.isSubmitted })
            }
          />
        </Field>
        <Field name="description" label="What it is for" isOptional>
          <TextInput maxLength={500} autoComplete="off" placeholder="Mail for the shop" />
        </Field>
      </Form>
    </Dialog>
  );
}
