import { type ReactElement, useId } from 'react';
import type { Template } from '../../../api/templates.ts';
import { searchIn } from '../../../widgets/choice-picker/choice.ts';
import { ChoicePicker } from '../../../widgets/choice-picker/choice-picker.tsx';

interface BeginWithProps {
  /** The ones changed last come first. */
  readonly templates: readonly Template[];
  readonly chosen: Template | null;
  readonly onChoose: (template: Template | null) => void;
}

/** So many stand open; the others are found by their name. */
const shownCount = 4;

/** A blank mail, or a copy of a template. */
export function BeginWith({ templates, chosen, onChoose }: BeginWithProps): ReactElement {
  const name = useId();
  const first = templates.slice(0, shownCount);
  const isOther = chosen !== null && !first.some(({ id }) => id === chosen.id);
  const choices = templates.map((template) => ({ value: template.id, label: template.name }));
  return (
    <fieldset className="begin-with">
      <legend className="lab">Begin with</legend>
      <label className="rowflex">
        <input type="radio" className="radio" name={name} checked={chosen === null} onChange={() => onChoose(null)} />
        <span>A blank mail</span>
      </label>
      {first.map((template) => (
        <label key={template.id} className="rowflex">
          <input
            type="radio"
            className="radio"
            name={name}
            checked={chosen?.id === template.id}
            onChange={() => onChoose(template)}
          />
          <span className="cut">{template.name}</span>
        </label>
      ))}
      {templates.length > shownCount && (
        <ChoicePicker
          label="Another template"
          placeholder="Another template"
          value={isOther ? { value: chosen.id, label: chosen.name } : null}
          search={async (text) => searchIn(choices, text)}
          onChoose={({ value }) => onChoose(templates.find(({ id }) => id === value) ?? null)}
          nothingFound="No template of this name."
        />
      )}
      {chosen && <p className="hint">A copy of it. Later changes to the template do not reach this campaign.</p>}
    </fieldset>
  );
}
