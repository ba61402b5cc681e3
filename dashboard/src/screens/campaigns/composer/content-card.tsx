import { type ReactElement, type Ref, useState } from 'react';
import type { Preflight } from '../../../api/campaign-preflight.ts';
import type { CampaignFields } from '../../../api/campaigns.ts';
import { useTemplateFields } from '../../../api/template-fields.ts';
import type { TextError } from '../../../widgets/liquid-editor/editor-errors.ts';
import type { LiquidEditorHandle } from '../../../widgets/liquid-editor/editor-props.ts';
import { LiquidEditor } from '../../../widgets/liquid-editor/liquid-editor.tsx';
import { Card, type CardState } from './card.tsx';
import { CopyOf } from './copy-of.tsx';
import { TakeTemplateDialog } from './take-template-dialog.tsx';

interface ContentCardProps {
  readonly fields: CampaignFields;
  readonly state: CardState;
  readonly preflight: Preflight | null;
  readonly isEditorOpen: boolean;
  readonly onOpenEditor: () => void;
  readonly subject: Ref<LiquidEditorHandle>;
  readonly body: Ref<LiquidEditorHandle>;
  readonly onChange: (change: Partial<CampaignFields>) => void;
}

/** Phones show about so many characters of a subject. */
const phoneLength = 60;

export function ContentCard(props: ContentCardProps): ReactElement {
  const { fields, state, preflight, isEditorOpen, onChange } = props;
  const { data: known = [] } = useTemplateFields();
  const [isTaking, setIsTaking] = useState(false);
  const length = [...fields.subject].length;
  const errorsOf = (field: 'subject' | 'body') => errorsIn(preflight, field);
  return (
    <Card title="Content" state={state}>
      <div className="field">
        <span className="lab">
          Subject{' '}
          <span className="opt tab push">
            {length > phoneLength ? `${length} characters; phones cut at ${phoneLength}` : `${length} characters`}
          </span>
        </span>
        <div className="input editor-box">
          <LiquidEditor
            label="Subject"
            isOneLine
            value={fields.subject}
            errors={errorsOf('subject')}
            fields={known}
            handle={props.subject}
            onChange={(subject) => onChange({ subject: subject.slice(0, 998) })}
          />
        </div>
      </div>
      {fields.templateId !== null ? (
        <CopyOf
          templateId={fields.templateId}
          isEditorOpen={isEditorOpen}
          onEdit={props.onOpenEditor}
          onTake={() => setIsTaking(true)}
        />
      ) : (
        <p className="mt12 t13 t2">
          Your own text.{' '}
          <button type="button" className="plain" onClick={() => setIsTaking(true)}>
            Take a template
          </button>
        </p>
      )}
      {isEditorOpen && (
        <div className="field mt12">
          <span className="lab">Body</span>
          <div className="editor-box tall">
            <LiquidEditor
              label="Body"
              height="300px"
              value={fields.body}
              errors={errorsOf('body')}
              fields={known}
              handle={props.body}
              onChange={(body) => onChange({ body })}
            />
          </div>
        </div>
      )}
      {isTaking && (
        <TakeTemplateDialog
          onClose={() => setIsTaking(false)}
          onTake={({ id, subject, body }) => {
            onChange({ templateId: id, subject, body });
            setIsTaking(false);
          }}
        />
      )}
    </Card>
  );
}

const none: readonly TextError[] = [];

function errorsIn(preflight: Preflight | null, field: 'subject' | 'body'): readonly TextError[] {
  const errors = (preflight?.blocks ?? []).flatMap(({ code, field: place, line, column, message }) =>
    code === 'TEMPLATE_SYNTAX' && place === field ? [{ line: line ?? 1, column: column ?? 1, message }] : [],
  );
  return errors.length === 0 ? none : errors;
}
