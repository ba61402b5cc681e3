import { type ReactElement, useId, useState } from 'react';
import { problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { useCreateSegment } from '../../api/segments.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { Field } from '../../widgets/form/field.tsx';
import { Form } from '../../widgets/form/form.tsx';
import { TextInput } from '../../widgets/form/inputs.tsx';
import { useServerForm } from '../../widgets/form/use-server-form.ts';

type Kind = 'DYNAMIC' | 'STATIC';

const kinds: readonly { readonly kind: Kind; readonly name: string; readonly says: string }[] = [
  {
    kind: 'DYNAMIC',
    name: 'Dynamic',
    says: 'Rules decide who is in it, at every moment. It begins with everyone subscribed.',
  },
  { kind: 'STATIC', name: 'Static', says: 'A list that you keep by hand or by the API.' },
];

interface NewSegmentDialogProps {
  readonly initialKind: Kind;
  readonly onClose: () => void;
}

/** Name and kind, which cannot be changed later; the segment opens when it exists. */
export function NewSegmentDialog({ initialKind, onClose }: NewSegmentDialogProps): ReactElement {
  const { project } = useProject();
  const goTo = useGoTo();
  const group = useId();
  const create = useCreateSegment();
  const [kind, setKind] = useState<Kind>(initialKind);
  const form = useServerForm({
    defaultValues: { name: '' },
    readProblem: problemOf,
    save: async ({ name }) => {
      const made = await create.mutateAsync({
        name: name.trim(),
        type: kind,
        ...(kind === 'DYNAMIC' && {
          condition: {
            logic: 'AND',
            groups: [{ filters: [{ field: 'subscribed', operator: 'equals', value: true }] }],
          },
        }),
      });
      goTo(paths.segment(project.id, made.id), { replace: true });
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title="New segment">
      <Form of={form} label="New segment">
        <Field name="name" label="Name" isRequired>
          <TextInput maxLength={100} autoComplete="off" />
        </Field>
        <fieldset className="segment-kinds">
          <legend>Kind</legend>
          {kinds.map((one) => (
            <label key={one.kind} className="segment-kind">
              <input
                type="radio"
                name={group}
                value={one.kind}
                checked={kind === one.kind}
                onChange={() => setKind(one.kind)}
              />
              <span>
                <b>{one.name}</b>
                <span className="t13 t2">{one.says}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <p className="t13 t3">The kind stays as it is chosen here.</p>
        <div className="rowflex dialog-acts">
          <button type="button" className="btn push" onClick={onClose}>
            Close
          </button>
          <button type="submit" className="btn primary" disabled={form.isSaving}>
            Create segment
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
