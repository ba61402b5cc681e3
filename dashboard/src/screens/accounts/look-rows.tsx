import type { ReactElement } from 'react';
import { changePreferences, type Density, type Theme, usePreferences } from '../../shell/preferences.ts';
import { Field } from '../../widgets/form/field.tsx';
import { Switch } from '../../widgets/form/inputs.tsx';

const themes: readonly { readonly value: Theme; readonly name: string }[] = [
  { value: 'system', name: 'As the system' },
  { value: 'light', name: 'Light' },
  { value: 'dark', name: 'Dark' },
];
const densities: readonly { readonly value: Density; readonly name: string }[] = [
  { value: 'compact', name: 'Compact, 36 px' },
  { value: 'comfortable', name: 'Comfortable, 44 px' },
];

export function LookRows(): ReactElement {
  const { theme, density, hasKeys } = usePreferences();
  return (
    <>
      <section className="setrow">
        <div>
          <h2 id="look">Look</h2>
          <p className="hint">Kept in this browser. A preview of mail keeps its own paper.</p>
        </div>
        <div>
          <div className="looks" role="radiogroup" aria-labelledby="look">
            {themes.map(({ value, name }) => (
              <label key={value} className={theme === value ? 'on' : undefined}>
                {value === 'system' ? (
                  <span className="half">
                    <Swatch theme="light" />
                    <Swatch theme="dark" />
                  </span>
                ) : (
                  <Swatch theme={value} />
                )}
                <span className="name">
                  <input
                    type="radio"
                    className="radio"
                    name="theme"
                    checked={theme === value}
                    onChange={() => changePreferences({ theme: value })}
                  />
                  {name}
                </span>
              </label>
            ))}
          </div>
          <div className="rowflex mt16 wrap-s">
            <b id="rows">Rows</b>
            <fieldset className="btns" aria-labelledby="rows">
              {densities.map(({ value, name }) => (
                <button
                  key={value}
                  type="button"
                  className="btn sm"
                  aria-pressed={density === value}
                  onClick={() => changePreferences({ density: value })}
                >
                  {name}
                </button>
              ))}
            </fieldset>
            <span className="t13 t3">touch screens are always comfortable</span>
          </div>
        </div>
      </section>
      <section className="setrow">
        <div>
          <h2>Keys</h2>
        </div>
        <div className="rowflex wrap-s">
          <Field label="Single letters act" isInline>
            <Switch checked={hasKeys} onChange={(event) => changePreferences({ hasKeys: event.target.checked })} />
          </Field>
          <span className="t2">
            such as <span className="key">j</span> <span className="key">k</span> <span className="key">x</span>; never
            inside a field. <span className="key">?</span> lists those of a page.
          </span>
        </div>
      </section>
    </>
  );
}

function Swatch({ theme }: { readonly theme: 'light' | 'dark' }): ReactElement {
  return (
    <span className="swatch" data-theme={theme} aria-hidden>
      <span>
        <i />
        <i />
        <i />
        <i />
      </span>
    </span>
  );
}
