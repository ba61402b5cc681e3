import { useBlocker } from '@tanstack/react-router';
import { type ReactElement, useMemo, useRef, useState } from 'react';
import { useRendering } from '../../api/rendering.ts';
import { useTemplateFields } from '../../api/template-fields.ts';
import type { Template } from '../../api/templates.ts';
import { LeaveDialog, useUnsavedChanges } from '../../widgets/form/unsaved-changes.tsx';
import type { LiquidEditorHandle } from '../../widgets/liquid-editor/editor-props.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { isUnsaved } from './draft.ts';
import { useEditorKeys } from './editor-keys.ts';
import { errorsOf } from './errors-of.ts';
import { PreviewPane } from './preview-pane.tsx';
import { ProblemBar } from './problem-bar.tsx';
import { SourcePane } from './source-pane.tsx';
import { useDraft } from './use-draft.ts';
import { usePreviewValues } from './use-preview-values.ts';
import { Workbar } from './workbar.tsx';

/** Source on the left, the mail on the right; saved by itself. */
export function TemplateEditor({ template }: { readonly template: Template }): ReactElement {
  const { draft, type, save, answer } = useDraft(template);
  const values = usePreviewValues(template.id);
  const [isDark, setIsDark] = useState(false);
  const rendering = useRendering({
    ...draft.texts,
    type: template.type,
    contactId: values.contact?.id ?? null,
    data: values.data,
    scheme: isDark ? 'dark' : 'light',
  });
  const { data: fields = [] } = useTemplateFields();
  const errors = useMemo(() => errorsOf(rendering.newest, draft), [rendering.newest, draft]);
  const body = useRef<LiquidEditorHandle>(null);
  const subject = useRef<LiquidEditorHandle>(null);
  const panes = useRef<HTMLDivElement>(null);
  // Why a ref: leaving asks before the next drawing.
  const isLeaving = useRef(false);
  useEditorKeys(panes, () => void save());

  const { shouldBlock } = useUnsavedChanges(isUnsaved(draft));
  const blocker = useBlocker({
    // Leaving saves first; only what cannot be saved is asked about.
    shouldBlockFn: async () => !isLeaving.current && shouldBlock() && !(await save()),
    enableBeforeUnload: false,
    withResolver: true,
  });

  return (
    <>
      <Workbar
        template={template}
        draft={draft}
        onSave={() => void save()}
        onDeleted={() => {
          isLeaving.current = true;
        }}
      />
      {draft.newer && <ConflictNotice newer={draft.newer} onAnswer={answer} />}
      <div className="split" ref={panes}>
        <SourcePane
          template={template}
          draft={draft}
          errors={errors}
          fields={fields}
          text={rendering.good?.rendering.text ?? null}
          body={body}
          subject={subject}
          onType={type}
        >
          <ProblemBar errors={errors} body={body} subject={subject} />
        </SourcePane>
        <PreviewPane rendering={rendering} errors={errors} values={values} onDarkChange={setIsDark} />
      </div>
      <LeaveDialog
        isOpen={blocker.status === 'blocked'}
        onLeave={() => blocker.proceed?.()}
        onStay={() => blocker.reset?.()}
      />
    </>
  );
}
