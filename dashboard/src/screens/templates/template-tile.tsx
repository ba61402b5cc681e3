import type { ReactElement } from 'react';
import { useProject } from '../../api/project.ts';
import { type Template, useTemplateUsage } from '../../api/templates.ts';
import { paths } from '../../navigation/paths.ts';
import { Count } from '../../widgets/figures/numbers.tsx';
import { ChangedAt } from './changed-at.tsx';
import { MailFace } from './mail-face.tsx';
import { typeWords, usageWords } from './type-words.ts';

export function TemplateTile({ template }: { readonly template: Template }): ReactElement {
  const { project } = useProject();
  const { data: usage } = useTemplateUsage(template.id);
  return (
    <a className="tile" href={paths.template(project.id, template.id)}>
      <MailFace input={{ templateId: template.id }} version={`${template.id} ${template.updatedAt}`} />
      <span className="name">
        <span className="cut">{template.name}</span>
        <span className="chip">{typeWords[template.type].word}</span>
      </span>
      <span className="facts">{usage ? usageWords(usage) : '\u00a0'}</span>
      <span className="facts t3">
        <ChangedAt at={template.updatedAt} />
        {usage && usage.emailsSent > 0 && (
          <>
            ; <Count value={usage.emailsSent} /> sent
          </>
        )}
        {usage && usage.emailsSent === 0 && '; not sent yet'}
      </span>
    </a>
  );
}
