import { Plus, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { BuilderContext } from '../../../widgets/condition-builder/builder-context.ts';
import {
  chosenOperator,
  fieldOf,
  operatorChoices,
  withField,
  withOperator,
} from '../../../widgets/condition-builder/condition-fields.ts';
import { emptyRule, type Rule } from '../../../widgets/condition-builder/condition-tree.ts';
import { InlineSelect } from '../../../widgets/condition-builder/inline-select.tsx';
import { RuleValue } from '../../../widgets/condition-builder/rule-value.tsx';
import { FieldPicker } from '../../../widgets/field-picker/field-picker.tsx';
import { freeWayId, type Way } from './condition-values.ts';
import type { ConditionChoices } from './use-condition-choices.ts';

const maxWays = 20;

interface WaysEditorProps {
  readonly field: string;
  readonly ways: readonly Way[];
  readonly choices: ConditionChoices;
  readonly onChange: (field: string, ways: readonly Way[]) => void;
}

/** One field, and in order what it is compared with; the first way that holds is taken. */
export function WaysEditor({ field, ways, choices, onChange }: WaysEditorProps): ReactElement {
  const first: Rule = ways[0]?.rule ?? { ...emptyRule, field };
  const shown = fieldOf({ ...first, field }, choices.fields);
  const set = (index: number, way: Way) => onChange(field, ways.with(index, way));
  const add = () => {
    const rule = shown ? withField({ ...emptyRule, field }, shown, null) : { ...emptyRule, field };
    onChange(field, [...ways, { id: freeWayId(ways), name: '', rule }]);
  };
  return (
    <BuilderContext value={{ ...choices, change: () => undefined }}>
      <FieldPicker
        label="Field of the question"
        value={shown}
        fields={choices.fields}
        onChoose={(chosen) =>
          onChange(
            chosen.field,
            ways.map((way) => ({ ...way, rule: withField(way.rule, chosen, shown) })),
          )
        }
      />
      <ol className="ways">
        {ways.map((way, index) => (
          <li key={way.id}>
            <div className="way-head">
              <input
                className="input"
                aria-label={`Name of way ${index + 1}`}
                placeholder={`Way ${index + 1}`}
                maxLength={100}
                value={way.name}
                onChange={(event) => set(index, { ...way, name: event.target.value })}
              />
              <button
                type="button"
                className="btn icon quiet"
                aria-label={`Remove way ${index + 1}`}
                onClick={() => onChange(field, ways.toSpliced(index, 1))}
              >
                <Trash2 className="i" size={16} strokeWidth={1.75} aria-hidden />
              </button>
            </div>
            {shown && (
              <div className="parts">
                <InlineSelect
                  label={`Operator of way ${index + 1}`}
                  value={chosenOperator(shown.type, way.rule).key}
                  options={operatorChoices(shown.type, way.rule).map(({ key, words }) => ({
                    value: key,
                    label: words,
                  }))}
                  onChange={(key) => {
                    const choice = operatorChoices(shown.type, way.rule).find((one) => one.key === key);
                    if (choice) set(index, { ...way, rule: withOperator(way.rule, choice) });
                  }}
                />
                <RuleValue
                  rule={way.rule}
                  field={shown}
                  name={`way ${index + 1}`}
                  isInvalid={false}
                  onChange={(rule) => set(index, { ...way, rule })}
                />
              </div>
            )}
          </li>
        ))}
      </ol>
      {ways.length < maxWays && (
        <button type="button" className="btn sm" disabled={field === ''} onClick={add}>
          <Plus className="i" size={14} strokeWidth={1.75} aria-hidden />
          Add a way
        </button>
      )}
      <p className="hint">Those for whom no way holds take “none of these”.</p>
    </BuilderContext>
  );
}
