import type { ReactElement } from 'react';
import { type ContactField, type FieldUsage, useFieldUsage, useFieldValues } from '../../../api/contact-fields.ts';
import { formatCount } from '../../../widgets/figures/format.ts';
import { UsageChips } from '../../../widgets/usage-list/usage-list.tsx';
import { useSeen } from './use-seen.ts';
import { isAllDifferent, valueText } from './value-words.ts';

const topValues = 5;

/** The five most frequent values with their counts. */
export function TopValues({ field }: { readonly field: ContactField }): ReactElement {
  const [element, isSeen] = useSeen<HTMLSpanElement>();
  const { data, error } = useFieldValues(field.field, topValues, isSeen);
  return (
    <span ref={element} className="vals">
      {error && <span className="t3">could not be read</span>}
      {data?.items.length === 0 && <span className="t3">no short values</span>}
      {data && isAllDifferent(data)
        ? 'all different'
        : data?.items.map(({ value, count }) => (
            <span key={`${typeof value} ${value}`} className="val">
              <b>{valueText(value)}</b> <span>{formatCount(count)}</span>
            </span>
          ))}
    </span>
  );
}

/** How much refers to the field. */
export function UsedBy({ field }: { readonly field: ContactField }): ReactElement {
  const [element, isSeen] = useSeen<HTMLSpanElement>();
  const { data, error } = useFieldUsage(field.field, isSeen);
  return (
    <span ref={element}>
      {error && <span className="t3">could not be read</span>}
      {data && <UsageChips counts={usageCounts(data)} />}
    </span>
  );
}

const usageCounts = ({ usedInSegments, usedInCampaigns, usedInWorkflows }: FieldUsage) => ({
  segment: usedInSegments.length,
  campaign: usedInCampaigns.length,
  workflow: usedInWorkflows.length,
});
