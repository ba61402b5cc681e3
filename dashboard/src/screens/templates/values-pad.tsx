import { Braces } from 'lucide-react';
import type { ReactElement } from 'react';
import { Field } from '../../widgets/form/field.tsx';
import { TextArea } from '../../widgets/form/inputs.tsx';
import { Popover } from '../../widgets/popover/popover.tsx';
import type { PreviewValues } from './use-preview-values.ts';

/** Values that a send brings along, as JSON. They are used for the preview and stored nowhere. */
export function ValuesPad({ values }: { readonly values: PreviewValues }): ReactElement {
  const count = Object.keys(values.data).length;
  return (
    <Popover
      label="Values of this send"
      trigger={
        <button type="button" className="btn sm">
          <Braces className="i" size={16} strokeWidth={1.75} aria-hidden />
          Values of this send {count > 0 && <span className="t3 tab">{count}</span>}
        </button>
      }
    >
      <div className="values-pad">
        <Field
          label="Values of this send, as JSON"
          hint="As a send would bring them along. They fill this preview, go before what the contact has, and stay in this browser."
          error={values.problem ?? undefined}
        >
          <TextArea
            isMono
            rows={10}
            maxLength={20_000}
            spellCheck={false}
            placeholder={'{\n  "order": "4812"\n}'}
            value={values.pad}
            onChange={(event) => values.setPad(event.target.value)}
          />
        </Field>
      </div>
    </Popover>
  );
}
