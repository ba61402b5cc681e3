import type { ReactElement } from 'react';
import { type ContactField, keyOfField, useFieldUsage, useFieldValues } from '../../../api/contact-fields.ts';
import { frameOf } from '../../../api/frame.ts';
import { useProject } from '../../../api/project.ts';
import { formatCount } from '../../../widgets/figures/format.ts';
import { SkeletonLines } from '../../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../../widgets/state-frame/state-frame.tsx';
import { StateShape } from '../../../widgets/state-shape/state-shape.tsx';
import { UsageList } from '../../../widgets/usage-list/usage-list.tsx';
import { usesOf } from './field-uses.ts';
import { typeNames } from './type-chip.tsx';
import { valueText } from './value-words.ts';

const shownValues = 30;

interface FieldStoryProps {
  readonly field: ContactField;
  readonly onDelete: () => void;
}

/** What stands under an opened row: mixed types explained, more values, and everything that refers to the field. */
export function FieldStory({ field, onDelete }: FieldStoryProps): ReactElement {
  const { project } = useProject();
  const values = useFieldValues(field.field, shownValues);
  const usage = useFieldUsage(field.field);
  const key = keyOfField(field);
  return (
    <div className="field-story">
      {field.mixed && (
        <p className="mixed">
          <StateShape shape="tri" tone="warn" />{' '}
          <b>The first value made this a field of the type {typeNames[field.type]}; some values have another type.</b>{' '}
          “More than”, “less than” and comparisons of time pass over those.
        </p>
      )}
      <div className="cols c-2">
        <section aria-label={`Values of ${key}`}>
          <h2>Frequent values</h2>
          <StateFrame
            state={frameOf(values)}
            isEmpty={(values.data?.items.length ?? 0) === 0}
            skeleton={<SkeletonLines lines={3} />}
            empty={<p className="t13 t3">No values that are short enough to be counted.</p>}
          >
            <p className="vals">
              {values.data?.items.map(({ value, count }) => (
                <span key={`${typeof value} ${value}`} className="val">
                  <b>{valueText(value)}</b> <span>{formatCount(count)}</span>
                </span>
              ))}
            </p>
          </StateFrame>
        </section>
        <section aria-label={`Uses of ${key}`}>
          <h2>Used by</h2>
          <StateFrame
            state={frameOf(usage)}
            isEmpty={usage.data === undefined}
            skeleton={<SkeletonLines lines={3} />}
            empty={null}
          >
            {usage.data && (
              <UsageList
                uses={usesOf(project.id, usage.data)}
                emptySentence="No segment, campaign or workflow refers to it. Variables in templates are not counted."
              />
            )}
          </StateFrame>
        </section>
      </div>
      <div className="rowflex mt12">
        <button type="button" className="btn sm bad" onClick={onDelete}>
          Delete field…
        </button>
      </div>
    </div>
  );
}
