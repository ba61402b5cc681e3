import { type ReactElement, type ReactNode, type RefObject, useState } from 'react';
import type { Template } from '../../api/templates.ts';
import type { LiquidEditorHandle } from '../../widgets/liquid-editor/editor-props.ts';
import { LiquidEditor } from '../../widgets/liquid-editor/liquid-editor.tsx';
import type { TemplateField } from '../../widgets/liquid-editor/template-fields.ts';
import { Tabs } from '../../widgets/tabs/tabs.tsx';
import type { Draft, Texts } from './draft.ts';
import type { Errors } from './errors-of.ts';
import { ImageButton } from './image-button.tsx';

interface SourcePaneProps {
  readonly template: Template;
  readonly draft: Draft;
  readonly errors: Errors;
  readonly fields: readonly TemplateField[];
  /** The text part that is made from the HTML; null before the first render. */
  readonly text: string | null;
  readonly body: RefObject<LiquidEditorHandle | null>;
  readonly subject: RefObject<LiquidEditorHandle | null>;
  readonly onType: (texts: Partial<Texts>) => void;
  readonly children: ReactNode;
}

export function SourcePane(props: SourcePaneProps): ReactElement {
  const { template, draft, errors, fields, text, body, subject, onType } = props;
  const [tab, setTab] = useState('html');
  return (
    <section className="pane source" aria-label="Source" data-pane>
      <div className="subject">
        <div className="subject-row">
          <span>Subject</span>
          <LiquidEditor
            label="Subject"
            isOneLine
            value={draft.texts.subject}
            errors={errors.subject}
            fields={fields}
            handle={subject}
            onChange={(next) => onType({ subject: next })}
          />
        </div>
        <div className="subject-row">
          <span>From</span>
          <span className="cut">{senderWords(template)}</span>
        </div>
      </div>
      <div className="pane-tabs">
        <Tabs
          label="Parts of the mail"
          tabs={[
            { key: 'html', label: 'HTML' },
            { key: 'text', label: 'Text' },
          ]}
          selected={tab}
          onSelect={setTab}
          end={
            <>
              {tab === 'html' && <ImageButton onUploaded={(html) => body.current?.insert(html)} />}
              <span className="t13 t3 wide-only">
                <kbd className="key">F6</kbd> next pane
              </span>
            </>
          }
        />
      </div>
      {tab === 'html' ? (
        <LiquidEditor
          label="HTML of the mail"
          value={draft.texts.body}
          errors={errors.body}
          fields={fields}
          handle={body}
          onChange={(next) => onType({ body: next })}
        />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard
        <section className="text-part" tabIndex={0} aria-label="Text part, made from the HTML">
          <p className="t13 t3">Made from the HTML, for mail programs that show no HTML.</p>
          <pre>{text ?? 'The text appears with the first preview.'}</pre>
        </section>
      )}
      {props.children}
    </section>
  );
}

/** What a template without a sender means is said, because a send without one is refused. */
function senderWords({ from, fromName }: Template): ReactNode {
  if (from === null) return <span className="t3">Not set; each send or step names its own</span>;
  return fromName === null ? from : `${fromName} <${from}>`;
}
