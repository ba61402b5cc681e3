import { type ReactElement, useRef, useState } from 'react';
import { useProjects, useUser } from '../../api/account.ts';
import { frameOf } from '../../api/frame.ts';
import { GoToLogin } from '../../shell/go-to-login.tsx';
import { OutsideShell } from '../../shell/outside-shell.tsx';
import { useLetter } from '../../shell/use-letter.ts';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import { countOf } from '../../widgets/number-words/number-words.ts';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { NewProjectForm } from './new-project-form.tsx';
import { ProjectCard } from './project-card.tsx';
import './projects.css';

/** Choose a project, or create one. */
export function ProjectsScreen(): ReactElement | null {
  const { data: user } = useUser();
  const projects = useProjects(user !== undefined && user !== null);
  const [isCreating, setIsCreating] = useState(false);
  const cards = useRef<HTMLDivElement>(null);
  useLetter('n', () => setIsCreating(true));
  useLetter('j', () => moveFocus(cards.current, 1));
  useLetter('k', () => moveFocus(cards.current, -1));
  if (user === null) return <GoToLogin />;
  const list = projects.data ?? [];
  return (
    <OutsideShell title="Projects">
      <div className="head">
        <div>
          <h1>Projects</h1>
          <p className="sub">Each has its own keys, people, domains and mode.</p>
        </div>
        {list.length > 0 && (
          <div className="acts">
            <button type="button" className="btn primary" onClick={() => setIsCreating(true)}>
              New project <span className="key">n</span>
            </button>
          </div>
        )}
      </div>
      <div className="mt24">
        <StateFrame
          state={frameOf(projects)}
          isEmpty={list.length === 0}
          skeleton={<SkeletonLines lines={8} />}
          empty={
            <section className="card first-project" aria-label="New project">
              <div className="c-head">
                <h2>Your first project</h2>
              </div>
              <div className="c-body">
                <NewProjectForm />
              </div>
            </section>
          }
        >
          <div className="projects" ref={cards}>
            {list.map((project) => (
              <ProjectCard key={project.id} project={project} />
            ))}
          </div>
          <p className="t13 t3 mt24">
            {countOf(list.length, 'project', 'projects')}. With one project this page is skipped after signing in.
          </p>
        </StateFrame>
      </div>
      {isCreating && (
        <Dialog isOpen onClose={() => setIsCreating(false)} title="New project">
          <NewProjectForm onClose={() => setIsCreating(false)} />
        </Dialog>
      )}
    </OutsideShell>
  );
}

/** Moves among the cards without a pointer. */
function moveFocus(place: HTMLElement | null, step: number): void {
  const cards = [...(place?.querySelectorAll<HTMLElement>('.proj') ?? [])];
  const at = cards.findIndex((card) => card.contains(document.activeElement));
  cards[at === -1 ? 0 : at + step]?.focus();
}
