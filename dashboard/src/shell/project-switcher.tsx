import { Menu } from '@base-ui/react/menu';
import { useNavigate } from '@tanstack/react-router';
import { Check, ChevronsUpDown, FolderOpen } from 'lucide-react';
import type { ReactElement } from 'react';
import { useProjects } from '../api/account.ts';
import { useProject } from '../api/project.ts';
import { Mark } from './mark.tsx';
import './menus.css';

export function ProjectSwitcher(): ReactElement {
  const { project } = useProject();
  const { data: projects = [] } = useProjects();
  const navigate = useNavigate();
  return (
    <Menu.Root>
      <Menu.Trigger className="project" aria-label={`Project ${project.name}; choose another`}>
        <Mark isUnderWay={project.mode === 'live'} />
        <span className="name">{project.name}</span>
        <ChevronsUpDown className="i" size={16} strokeWidth={1.75} aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-place" sideOffset={4} align="start">
          <Menu.Popup className="menu">
            {projects.map(({ id, name }) => (
              <Menu.Item key={id} onClick={() => void navigate({ to: '/$project', params: { project: id } })}>
                <span className="cut">{name}</span>
                {id === project.id && <Check className="i push" size={16} strokeWidth={1.75} aria-label="open" />}
              </Menu.Item>
            ))}
            <Menu.Separator />
            <Menu.Item onClick={() => void navigate({ to: '/projects' })}>
              <FolderOpen className="i" size={16} strokeWidth={1.75} aria-hidden />
              All projects
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
