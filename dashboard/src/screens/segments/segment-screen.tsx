import { useBlocker, useParams } from '@tanstack/react-router';
import { type ReactElement, useEffect, useRef } from 'react';
import { frameOf } from '../../api/frame.ts';
import { useProject } from '../../api/project.ts';
import { useSegmentUses } from '../../api/segment-uses.ts';
import { type Segment, useSegment } from '../../api/segments.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { oneOf, useUrlState, whole } from '../../navigation/url-state.ts';
import { RejectedNote } from '../../shell/rejected-note.tsx';
import { Screen } from '../../shell/screen.tsx';
import { LeaveDialog, useUnsavedChanges } from '../../widgets/form/unsaved-changes.tsx';
import { PanelBoundary } from '../../widgets/state-frame/panel-boundary.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { Tabs } from '../../widgets/tabs/tabs.tsx';
import { useToasts } from '../../widgets/toasts/toasts.tsx';
import { JsonPanel } from './json-panel.tsx';
import { kindWords } from './kind-words.ts';
import { MembersPanel } from './members-panel.tsx';
import { RulesPanel } from './rules-panel.tsx';
import { SegmentActions } from './segment-actions.tsx';
import './segment.css';
import { type SegmentDraft, useSegmentDraft } from './use-segment-draft.ts';
import { UsesPanel } from './uses-panel.tsx';

/** One group of people: its rules or its list, who is in it, and what uses it. */
export function SegmentScreen(): ReactElement {
  const { project } = useProject();
  const { segmentId = '' } = useParams({ strict: false });
  const segment = useSegment(segmentId);
  const name = segment.data?.name ?? 'Segment';
  return (
    <Screen title={name} crumbs={[{ name: 'Segments', href: paths.segments(project.id) }, { name }]}>
      {!segment.data && <h1 className={segment.error ? undefined : 'vh'}>Segment</h1>}
      <StateFrame
        state={frameOf(segment)}
        isEmpty={segment.data === undefined}
        skeleton={<SkeletonLines lines={8} />}
        empty={null}
      >
        {segment.data && <Loaded key={segment.data.id} segment={segment.data} />}
      </StateFrame>
    </Screen>
  );
}

const tabs = ['rules', 'members', 'json', 'uses'] as const;
type TabKey = (typeof tabs)[number];
const tabNames: Readonly<Record<TabKey, string>> = {
  rules: 'Rules',
  members: 'Members',
  json: 'JSON',
  uses: 'Used by',
};
const shape = { tab: oneOf(['', ...tabs], ''), page: whole(1, 1, 1_000_000) };

function Loaded({ segment }: { readonly segment: Segment }): ReactElement {
  const { project } = useProject();
  const goTo = useGoTo();
  const { say } = useToasts();
  const { state, rejected, set } = useUrlState(shape);
  const draft = useSegmentDraft(segment);
  const uses = useSegmentUses(segment);
  const isDeleted = useRef(false);
  const { shouldBlock } = useUnsavedChanges(draft.isDirty);
  const blocker = useBlocker({
    // The tabs of this page are addresses too, and keep what was typed.
    shouldBlockFn: ({ current, next }) => !isDeleted.current && current.pathname !== next.pathname && shouldBlock(),
    enableBeforeUnload: false,
    withResolver: true,
  });
  const shown = segment.type === 'STATIC' ? (['members', 'uses'] as const) : tabs;
  const tab = shown.find((key) => key === state.tab) ?? shown[0];
  const save = async () => {
    if (await draft.save()) say({ kind: 'good', message: 'The segment is saved.' });
    else if (tab !== 'json') set({ tab: 'rules' });
  };
  useSaveKey(() => void save());

  return (
    <>
      <div className="head">
        <div>
          <h1>{segment.name}</h1>
          <p className="sub">
            {kindWords(segment)}. {segment.description}
          </p>
        </div>
        <SegmentActions
          segment={segment}
          draft={draft}
          onSave={() => void save()}
          onDeleted={() => {
            isDeleted.current = true;
            say({ kind: 'good', message: `${segment.name} was deleted.` });
            goTo(paths.segments(project.id), { replace: true });
          }}
        />
      </div>
      <RejectedNote names={rejected} />
      <div className="mt16">
        <Tabs
          label="The segment"
          selected={tab}
          onSelect={(key) => set({ tab: shown.find((known) => known === key) ?? shown[0], page: 1 })}
          tabs={shown.map((key) => ({
            key,
            label: tabNames[key],
            ...(key === 'members' && { count: segment.memberCount }),
            ...(key === 'uses' && { count: uses.data?.length }),
          }))}
          end={draft.isDirty ? <span className="t13 t3">Not saved yet</span> : null}
        >
          <PanelBoundary name={tabNames[tab]} key={tab}>
            <Panel tab={tab} segment={segment} draft={draft} page={state.page} onPage={(page) => set({ page })} />
          </PanelBoundary>
        </Tabs>
      </div>
      <LeaveDialog
        isOpen={blocker.status === 'blocked'}
        onLeave={() => blocker.proceed?.()}
        onStay={() => blocker.reset?.()}
      />
    </>
  );
}

interface PanelProps {
  readonly tab: TabKey;
  readonly segment: Segment;
  readonly draft: SegmentDraft;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

function Panel({ tab, segment, draft, page, onPage }: PanelProps): ReactElement {
  switch (tab) {
    case 'rules':
      return <RulesPanel segment={segment} draft={draft} />;
    case 'members':
      return <MembersPanel segment={segment} page={page} onPage={onPage} />;
    case 'json':
      return <JsonPanel draft={draft} />;
    case 'uses':
      return <UsesPanel segment={segment} />;
  }
}

function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
