import type { ReactElement } from 'react';
import { useFormContext } from 'react-hook-form';
import type { TemplateType } from '../../api/templates.ts';
import { typeWords } from './type-words.ts';

/** Transactional or marketing, each with what it means for consent and footer. */
export function TypeChoice({ types }: { readonly types: readonly TemplateType[] }): ReactElement {
  const { register } = useFormContext<{ type: TemplateType }>();
  return (
    <fieldset className="choice-set">
      <legend className="lab">Type</legend>
      {types.map((type) => (
        <label className="choice" key={type}>
          <input type="radio" className="radio" value={type} {...register('type')} />
          <span>
            <b>{capitalised(typeWords[type].word)}</b>
            <span className="hint">{typeWords[type].says}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
