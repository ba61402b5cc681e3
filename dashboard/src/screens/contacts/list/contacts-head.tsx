import { Ellipsis } from 'lucide-react';
import type { ReactElement } from 'react';
import { useProject } from '../../../api/project.ts';
import { useGoTo } from '../../../navigation/go-to.ts';
import { paths } from '../../../navigation/paths.ts';
import { CopyCurlButton } from '../../../widgets/copy-cell/copy-curl-button.tsx';
import { Menu } from '../../../widgets/menu/menu.tsx';

interface ContactsHeadProps {
  readonly curl: string;
  readonly onAdd: () => void;
}

export function ContactsHead({ curl, onAdd }: ContactsHeadProps): ReactElement {
  const { project } = useProject();
  const goTo = useGoTo();
  const pages = [
    { key: 'fields', label: 'Fields', href: paths.fields(project.id) },
    { key: 'import', label: 'Import', href: paths.import(project.id) },
  ];
  return (
    <div className="head tight">
      <div>
        <h1>Contacts</h1>
      </div>
      <div className="acts">
        <span className="wide-only">
          <CopyCurlButton text={curl} />
        </span>
        {pages.map(({ key, label, href }) => (
          <a key={key} className="btn wide-only" href={href}>
            {label}
          </a>
        ))}
        <Menu
          trigger={
            <button type="button" className="btn icon only-s" aria-label="More pages">
              <Ellipsis size={16} strokeWidth={1.75} aria-hidden className="i" />
            </button>
          }
          items={pages.map(({ key, label, href }) => ({ key, label, onRun: () => goTo(href) }))}
        />
        <button type="button" className="btn primary" onClick={onAdd}>
          Add a contact
        </button>
      </div>
    </div>
  );
}
