import type { ReactElement } from 'react';
import { frameOf } from '../../api/frame.ts';
import { useNewestWorkflows, useOpenCampaigns, useSecurity, useSenderDomains } from '../../api/home.ts';
import { useProject } from '../../api/project.ts';
import { CheckList } from '../../widgets/check-list/check-list.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { questionsOf } from './questions.ts';

/** More would be a list of its own; the pages of each kind have it. */
const maxShown = 6;

/** What stands still until a person decides. */
export function NeedsAnswer(): ReactElement {
  const { project } = useProject();
  const security = useSecurity();
  const domains = useSenderDomains();
  const workflows = useNewestWorkflows();
  const campaigns = useOpenCampaigns();
  const sources = [domains, workflows, campaigns];
  const failed = sources.find(({ error }) => error !== null);
  const isRead = sources.every(({ data }) => data !== undefined);
  const questions = questionsOf({
    projectId: project.id,
    security: security.data,
    domains: domains.data ?? [],
    workflows: workflows.data ?? [],
    campaigns: campaigns.data ?? [],
  });
  const shown = questions.slice(0, maxShown);
  return (
    <section aria-labelledby="needs-answer">
      <div className="section-h ruled-h">
        <h2 id="needs-answer">Needs an answer</h2>
        <span className="t3 tab">{questions.length}</span>
      </div>
      <StateFrame
        state={failed ? frameOf(failed) : { isLoading: !isRead }}
        isEmpty={shown.length === 0}
        skeleton={<SkeletonLines lines={3} />}
        empty={<p className="home-none t2">Nothing waits for you.</p>}
      >
        <CheckList
          label="Needs an answer"
          checks={shown.map(({ id, level, sentence, more, action }) => ({
            id,
            level,
            sentence,
            more,
            aside: (
              <a className="plain t13" href={action.href}>
                {action.word}
              </a>
            ),
          }))}
        />
        {questions.length > shown.length && (
          <p className="t13 t3 mt8">{questions.length - shown.length} more stand on the pages of their kind.</p>
        )}
      </StateFrame>
    </section>
  );
}
