import type { ReactElement } from 'react';
import { useProject } from '../../../api/project.ts';
import { useTemplate } from '../../../api/templates.ts';
import { paths } from '../../../navigation/paths.ts';

interface CopyOfProps {
  readonly templateId: string;
  readonly isEditorOpen: boolean;
  readonly onEdit: () => void;
  readonly onTake: () => void;
}

/** Says that the content is a copy, and of what. */
export function CopyOf({ templateId, isEditorOpen, onEdit, onTake }: CopyOfProps): ReactElement {
  const { project } = useProject();
  const { data: template } = useTemplate(templateId);
  return (
    <div className="copyof mt12">
      <div className="thumb" aria-hidden="true">
        <b />
        <i />
        <i />
        <i className="sh" />
        <u />
      </div>
      <div>
        <p>
          <b>
            A copy of the template{' '}
            <a className="plain" href={paths.template(project.id, templateId)}>
              {template?.name ?? 'it was made from'}
            </a>
          </b>
        </p>
        <p className="t13 t2">Later changes to the template do not reach this campaign.</p>
        <p className="mt8 rowflex">
          {!isEditorOpen && (
            <button type="button" className="plain" onClick={onEdit}>
              Edit the content
            </button>
          )}
          <button type="button" className="plain" onClick={onTake}>
            Take another template
          </button>
        </p>
      </div>
    </div>
  );
}
