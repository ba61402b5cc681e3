import type { ReactElement } from 'react';
import { type Caps, useSetCaps } from '../../../api/billing.ts';
import { problemOf } from '../../../api/problem.ts';
import { useMay } from '../../../api/project.ts';
import { CapBar } from '../../../widgets/cap-bar/cap-bar.tsx';
import { formatCount } from '../../../widgets/figures/format.ts';
import { Field } from '../../../widgets/form/field.tsx';
import { Form } from '../../../widgets/form/form.tsx';
import { NumberInput } from '../../../widgets/form/inputs.tsx';
import { useServerForm } from '../../../widgets/form/use-server-form.ts';

type Category = 'transactional' | 'campaigns' | 'workflows' | 'inbound';
type CapValues = Record<Category, number | undefined>;

const categories: readonly { readonly key: Category; readonly name: string; readonly what: string }[] = [
  { key: 'transactional', name: 'Transactional', what: 'sends by the app' },
  { key: 'campaigns', name: 'Campaigns', what: 'to segments' },
  { key: 'workflows', name: 'Workflows', what: 'by steps' },
  { key: 'inbound', name: 'Inbound', what: 'answers received' },
];

/** What was counted in this period, and where it ends. */
export function CapsForm({ caps }: { readonly caps: Caps }): ReactElement {
  const isAdmin = useMay('ADMIN');
  const setCaps = useSetCaps();
  const form = useServerForm<CapValues>({
    defaultValues: Object.fromEntries(categories.map(({ key }) => [key, caps[key].limit ?? undefined])),
    readProblem: problemOf,
    save: async (values) => {
      await setCaps.mutateAsync(Object.fromEntries(categories.map(({ key }) => [key, values[key] ?? null])));
    },
  });
  return (
    <Form of={form} label="Caps">
      <fieldset disabled={!isAdmin}>
        <table className="caps" aria-label="Use and caps of this period">
          <tbody>
            {categories.map(({ key, name, what }) => (
              <tr key={key}>
                <td>
                  <b>{name}</b>
                  <div className="t13 t3">{what}</div>
                </td>
                <td>
                  <span className="fig">{formatCount(caps[key].usage)}</span>
                </td>
                <td>
                  <CapBar label={name} used={caps[key].usage} cap={caps[key].limit} />
                  <div className="t13 t2 mt4">{capWords(caps[key])}</div>
                </td>
                <td>
                  <Field name={key} label="cap">
                    <NumberInput min={0} placeholder="none" aria-label={`Cap of ${name.toLowerCase()}`} />
                  </Field>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="t13 t3 mt8">
          At 80 % we mail owners and admins; at the cap the whole request is refused with 402, and a planned campaign is
          held. An empty field means no cap. Test mail is never counted.
        </p>
        <div className="rowflex mt12">
          <button type="submit" className="btn" disabled={!form.isDirty || form.isSaving}>
            Save caps
          </button>
          <span className="t13 t3" role="status">
            {isAdmin
              ? form.isDirty
                ? 'Not saved yet.'
                : 'Nothing has changed.'
              : 'Only owners and admins change caps.'}
          </span>
        </div>
      </fieldset>
    </Form>
  );
}

function capWords({ limit, usage, percentage, isBlocked }: Caps[Category]): string {
  if (limit === null) return usage === 0 ? 'No cap, none counted.' : 'No cap.';
  if (isBlocked) return `All of ${formatCount(limit)} are used; more is refused.`;
  return `${percentage ?? 0} % of ${formatCount(limit)}.`;
}
