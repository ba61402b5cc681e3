import { useNavigate } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { type Template, useDuplicateTemplate } from '../../api/templates.ts';
import { paths } from '../../navigation/paths.ts';
import { Menu } from '../../widgets/menu/menu.tsx';
import { useToasts } from '../../widgets/toasts/toasts.tsx';
import { DeleteTemplateDialog } from './delete-template-dialog.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import type { Draft } from './draft.ts';
import { SavedWord } from './saved-word.tsx';
import { typeWords } from './type-words.ts';
import { UsedByChip } from './used-by-chip.tsx';

interface WorkbarProps {
  readonly template: Template;
  readonly draft: Draft;
  readonly onSave: () => void;
  /** Called before the page is left because the template is gone. */
  readonly onDeleted: () => void;
}

export function Workbar({ template, draft, onSave, onDeleted }: WorkbarProps): ReactElement {
  const { project } = useProject();
  const navigate = useNavigate();
  const toasts = useToasts();
  const duplicate = useDuplicateTemplate();
  const [asked, setAsked] = useState<'details' | 'delete' | null>(null);
  const goTo = (address: string) => void navigate({ href: address.replace(/^\/app/, '') });
  const copy = async () => {
    try {
      const made = await duplicate.mutateAsync(template.id);
      toasts.say({ message: `“${made.name}” was made and is open now.` });
      goTo(paths.template(project.id, made.id));
    } catch (error) {
      toasts.say({ kind: 'bad', message: `The template was not copied. ${problemOf(error).message}` });
    }
  };
  return (
    <div className="workbar template-bar">
      <h1 className="cut">{template.name}</h1>
      <span className="chip">{typeWords[template.type].word}</span>
      <UsedByChip templateId={template.id} />
      <span className="push t13 t3" role="status">
        <SavedWord draft={draft} onSave={onSave} />
      </span>
      <button type="button" className="btn sm details" onClick={() => setAsked('details')}>
        Details
      </button>
      <Menu
        trigger={
          <button type="button" className="btn sm icon" aria-label="More">
            <Ellipsis className="i" size={16} strokeWidth={1.75} aria-hidden />
          </button>
        }
        items={[
          { key: 'duplicate', label: 'Duplicate', onRun: () => void copy() },
          { key: 'delete', label: 'Delete…', isDanger: true, isApart: true, onRun: () => setAsked('delete') },
        ]}
      />
      {asked === 'details' && <DetailsDialog template={template} onClose={() => setAsked(null)} />}
      {asked === 'delete' && (
        <DeleteTemplateDialog
          template={template}
          onClose={() => setAsked(null)}
          onDeleted={() => {
            onDeleted();
            goTo(paths.templates(project.id));
          }}
        />
      )}
    </div>
  );
}
