import type { ReactElement, ReactNode } from 'react';
import { type ActivityItem, upcomingCount, useUpcoming } from '../../api/activity.ts';
import { frameOf } from '../../api/frame.ts';
import { useProject } from '../../api/project.ts';
import { paths } from '../../navigation/paths.ts';
import { formatMoment } from '../../widgets/figures/format.ts';
import { useNow } from '../../widgets/figures/relative-time.tsx';
import { countOf } from '../../widgets/number-words/number-words.ts';
import { UprightRoute, type UprightStop } from '../../widgets/route-line/upright-route.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { foldUpcoming, type UpcomingGroup } from './fold-upcoming.ts';

/** Scheduled campaigns and the next waiting steps. */
export function Upcoming(): ReactElement {
  const { project } = useProject();
  const now = useNow();
  const upcoming = useUpcoming();
  const groups = foldUpcoming(upcoming.data?.data ?? []);
  return (
    <section>
      <div className="section-h mb8">
        <h2>Upcoming</h2>
        {upcoming.data?.hasMore && <span className="more t3">the next {upcomingCount}</span>}
      </div>
      <div className="activity-ruled">
        <StateFrame
          state={frameOf(upcoming)}
          isEmpty={groups.length === 0}
          skeleton={<SkeletonLines lines={4} />}
          empty={<p className="t2">Nothing is planned for the next 30 days.</p>}
        >
          <UprightRoute
            label="What comes next"
            stops={groups.map((group) =>
              stopOf(group, project.id, (at) => formatMoment(Date.parse(at), now, project.timezone)),
            )}
          />
        </StateFrame>
      </div>
    </section>
  );
}

const stopOf = ({ first, count }: UpcomingGroup, projectId: string, clock: (at: string) => string): UprightStop => ({
  id: first.id,
  state: 'wait',
  title: <b className="upcoming-when">{clock(first.timestamp)}</b>,
  aside: first.type === 'campaign.scheduled' ? undefined : countOf(count, 'person', 'people'),
  detail: detailOf(first, projectId),
});

function detailOf({ type, metadata }: ActivityItem, projectId: string): ReactNode {
  const text = (name: string) => (typeof metadata[name] === 'string' ? metadata[name] : null);
  if (type === 'campaign.scheduled') {
    const id = text('campaignId');
    const name = text('campaignName') ?? 'A campaign';
    return id ? (
      <a className="plain" href={paths.campaign(projectId, id)}>
        {name}
      </a>
    ) : (
      name
    );
  }
  const workflow = text('workflowName') ?? 'a workflow';
  const id = text('workflowId');
  const link = id ? (
    <a className="plain" href={paths.workflow(projectId, id)}>
      {workflow}
    </a>
  ) : (
    workflow
  );
  if (type === 'workflow.email.scheduled') {
    return (
      <>
        {text('templateName') ?? 'A mail'}, in {link}
      </>
    );
  }
  return (
    <>
      {text('stepName') ?? 'A step'} ends, in {link}
    </>
  );
}
