import { type ReactElement, useEffect, useRef } from 'react';
import { useAudienceRules, useAudienceSegments } from '../../../api/campaign-audience.ts';
import type { Preflight } from '../../../api/campaign-preflight.ts';
import type { CampaignFields } from '../../../api/campaigns.ts';
import { useProject } from '../../../api/project.ts';
import { paths } from '../../../navigation/paths.ts';
import { type Choice, searchIn } from '../../../widgets/choice-picker/choice.ts';
import { ChoicePicker } from '../../../widgets/choice-picker/choice-picker.tsx';
import { ConditionBuilder } from '../../../widgets/condition-builder/condition-builder.tsx';
import { newCondition } from '../../../widgets/condition-builder/condition-tree.ts';
import { formatCount } from '../../../widgets/figures/format.ts';
import { Field } from '../../../widgets/form/field.tsx';
import { Select } from '../../../widgets/form/inputs.tsx';
import { leftOutWords } from '../left-out-words.ts';
import { Card, type CardState } from './card.tsx';

interface AudienceCardProps {
  readonly fields: CampaignFields;
  readonly state: CardState;
  readonly preflight: Preflight | null;
  readonly onChange: (change: Partial<CampaignFields>) => void;
}

const everyone: Choice = { value: 'ALL', label: 'Everyone', note: 'all contacts' };
const byRules: Choice = { value: 'FILTERED', label: 'People by rules', note: 'for this campaign alone' };
const types = {
  MARKETING: 'Marketing: to those who are subscribed',
  TRANSACTIONAL: 'Transactional: also to those who are not subscribed',
  HEADLESS: 'Headless: to those who are subscribed, without our footer',
} as const;

export function AudienceCard({ fields, state, preflight, onChange }: AudienceCardProps): ReactElement {
  const { project } = useProject();
  const isByRules = fields.audienceType === 'FILTERED';
  const { data: segments = [], isPending } = useAudienceSegments();
  const rules = useAudienceRules(isByRules);
  const lastRules = useRef(fields.audienceCondition);
  useEffect(() => {
    if (fields.audienceCondition !== null) lastRules.current = fields.audienceCondition;
  }, [fields.audienceCondition]);

  const segmentChoices = segments.map(
    ({ id, name, memberCount }): Choice => ({ value: id, label: name, kind: 'segment', count: memberCount }),
  );
  const gone: Choice = { value: fields.segmentId ?? '', label: isPending ? '…' : 'one that is gone', kind: 'segment' };
  const ofSegment = fields.segmentId === null ? null : segmentChoices.find(({ value }) => value === fields.segmentId);
  const value = { ALL: everyone, FILTERED: byRules, SEGMENT: ofSegment === undefined ? gone : ofSegment }[
    fields.audienceType
  ];
  const choose = ({ value: chosen }: Choice) => {
    if (chosen === 'ALL') onChange({ audienceType: 'ALL', segmentId: null, audienceCondition: null });
    else if (chosen === 'FILTERED')
      onChange({
        audienceType: 'FILTERED',
        segmentId: null,
        audienceCondition: lastRules.current ?? newCondition(),
      });
    else onChange({ audienceType: 'SEGMENT', segmentId: chosen, audienceCondition: null });
  };
  const offeredTypes = (['MARKETING', 'TRANSACTIONAL'] as const).map((type) => ({ value: type, label: types[type] }));
  const counted = preflight?.recipients;

  return (
    <Card title="Audience" state={state}>
      <div className="two">
        <div>
          <ChoicePicker
            label="Audience"
            placeholder="Choose a segment"
            value={value && { ...value, count: undefined }}
            onChoose={choose}
            search={async (text) => searchIn([everyone, byRules, ...segmentChoices], text)}
            nothingFound="No segment of this name."
          />
          {counted?.audience !== null && counted?.audience !== undefined && (
            <p className="t13 t2 mt8">{leftOutWords(counted)}</p>
          )}
          {fields.excludeCampaignId !== null && (
            <p className="t13 t2 mt4">
              Those reached by{' '}
              <a className="plain" href={paths.campaign(project.id, fields.excludeCampaignId)}>
                the earlier campaign
              </a>{' '}
              are left out.{' '}
              <button type="button" className="plain" onClick={() => onChange({ excludeCampaignId: null })}>
                Do not leave them out
              </button>
            </p>
          )}
        </div>
        <div className="figcol">
          <span className="fig">{counted?.willReceive == null ? '–' : formatCount(counted.willReceive)}</span>
          <span className="t13 t3">will get it</span>
        </div>
      </div>
      {isByRules && fields.audienceCondition && (
        <div className="mt12">
          <ConditionBuilder
            label="Rules of the audience"
            value={fields.audienceCondition}
            fields={rules.fields}
            valuesOf={rules.valuesOf}
            onChange={(audienceCondition) => onChange({ audienceCondition })}
          />
        </div>
      )}
      <div className="mt12">
        <Field label="Kind of mail">
          <Select
            value={fields.type}
            onChange={({ target }) =>
              onChange({ type: target.value === 'TRANSACTIONAL' ? 'TRANSACTIONAL' : 'MARKETING' })
            }
            options={
              fields.type === 'HEADLESS'
                ? [{ value: 'HEADLESS', label: types.HEADLESS }, ...offeredTypes]
                : offeredTypes
            }
          />
        </Field>
      </div>
    </Card>
  );
}
