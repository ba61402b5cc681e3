import type { ReactElement } from 'react';
import { frameOf } from '../../api/frame.ts';
import { useProject } from '../../api/project.ts';
import { type SegmentUse, segmentEvents, useSegmentUses } from '../../api/segment-uses.ts';
import type { Segment } from '../../api/segments.ts';
import { paths } from '../../navigation/paths.ts';
import { CopyCell } from '../../widgets/copy-cell/copy-cell.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { UsageList } from '../../widgets/usage-list/usage-list.tsx';

/** What refers to the segment, and the events it fires. */
export function UsesPanel({ segment }: { readonly segment: Segment }): ReactElement {
  const { project } = useProject();
  const uses = useSegmentUses(segment);
  const { entry, exit } = segmentEvents(segment);
  const hrefs: Readonly<Record<SegmentUse['kind'], (id: string) => string>> = {
    segment: (id) => paths.segment(project.id, id),
    campaign: (id) => paths.campaign(project.id, id),
    workflow: (id) => paths.workflow(project.id, id),
  };
  return (
    <div className="segment-narrow mt24">
      <StateFrame state={frameOf(uses)} isEmpty={false} skeleton={<SkeletonLines lines={3} />} empty={null}>
        <UsageList
          uses={(uses.data ?? []).map((use) => ({ ...use, href: hrefs[use.kind](use.id) }))}
          emptySentence="Nothing refers to this segment: no rule, no workflow, and none of the newest 100 campaigns."
        />
      </StateFrame>
      <h2 className="mt24 mb8">Events</h2>
      {segment.trackMembership ? (
        <>
          <p className="t2">Workflows can listen to these. After a rename the former names still work.</p>
          <div className="stack mt8">
            <CopyCell value={entry} what="the name of the entry event" isMono />
            <CopyCell value={exit} what="the name of the exit event" isMono />
          </div>
        </>
      ) : (
        <p className="t2">This segment is not tracked, so it fires no events. Details switches tracking on.</p>
      )}
    </div>
  );
}
