import { X } from 'lucide-react';
import { Fragment, type ReactElement } from 'react';
import type { FieldValues } from 'react-hook-form';
import { RequestId } from '../state-frame/request-id.tsx';
import { flattenErrors, summaryWords } from './field-errors.ts';
import { fieldId, focusField } from './form-context.ts';
import type { ServerForm } from './use-server-form.ts';

/** What was refused, on top of the form, with links to the fields. */
export function ErrorSummary<Values extends FieldValues>(props: { of: ServerForm<Values> }): ReactElement {
  const { form, fields, problem, otherErrors, summary } = props.of;
  const onFields = flattenErrors(form.formState.errors);
  const isShown = onFields.length > 0 || problem !== null;
  const hasFields = onFields.length + otherErrors.length > 0;
  return (
    <div ref={summary} tabIndex={-1} role="alert" className="error-summary">
      {isShown && (
        <div className="notice bad">
          <X size={16} strokeWidth={2.25} aria-hidden className="i" />
          <span className="said">
            <b>{hasFields ? summaryWords(onFields.length + otherErrors.length) : problem?.message}</b>{' '}
            {onFields.map(({ path }, place) => (
              <Fragment key={path}>
                {place > 0 && ', '}
                <a
                  className="plain"
                  href={`#${fieldId(fields.id, path)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    focusField(fields, path);
                  }}
                >
                  {fields.labels.get(path) ?? path}
                </a>
              </Fragment>
            ))}
            {otherErrors.map((message) => (
              <span key={message} className="other">
                {message}
              </span>
            ))}
            {!hasFields && problem?.suggestion}
            {problem?.requestId !== undefined && (
              <span className="other">
                <RequestId id={problem.requestId} />
              </span>
            )}
          </span>
        </div>
      )}
    </div>
  );
}
