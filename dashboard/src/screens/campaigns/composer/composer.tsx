import { useBlocker } from '@tanstack/react-router';
import { type ReactElement, useMemo, useRef, useState } from 'react';
import { usePreflight } from '../../../api/campaign-preflight.ts';
import type { Campaign } from '../../../api/campaigns.ts';
import { useProject } from '../../../api/project.ts';
import { useTemplateFields } from '../../../api/template-fields.ts';
import { useGoTo } from '../../../navigation/go-to.ts';
import { paths } from '../../../navigation/paths.ts';
import { useLetter } from '../../../shell/use-letter.ts';
import { formatDuration } from '../../../widgets/figures/format.ts';
import { instantOf, wallTimeOf } from '../../../widgets/figures/zoned-time.ts';
import { LeaveDialog, useUnsavedChanges } from '../../../widgets/form/unsaved-changes.tsx';
import type { LiquidEditorHandle } from '../../../widgets/liquid-editor/editor-props.ts';
import { audienceWords } from '../audience-words.ts';
import { DeleteCampaignDialog } from '../delete-campaign-dialog.tsx';
import { useUndoOffer } from '../use-undo-offer.ts';
import { exactIn } from '../zone-words.ts';
import { AudienceCard } from './audience-card.tsx';
import { ComposerHead } from './composer-head.tsx';
import { useComposerKeys } from './composer-keys.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { ContentCard } from './content-card.tsx';
import { isUnsaved } from './draft.ts';
import { findingKey, problemsOf } from './findings.ts';
import { fixActionsFor } from './fix-actions.ts';
import { isWritten, missingIn } from './missing.ts';
import { PreflightPanel } from './preflight-panel.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { type Schedule, ScheduleCard, scheduleGap } from './schedule-card.tsx';
import { SendBar } from './send-bar.tsx';
import { SendDialog } from './send-dialog.tsx';
import { refusalOf } from './send-refusal.ts';
import { SenderCard } from './sender-card.tsx';
import { TestDialog } from './test-dialog.tsx';
import { useDraft } from './use-draft.ts';

const dayMs = 86_400_000;

/** Write and send: four cards, the preflight beside them, and the bar that sends. */
export function Composer({ campaign }: { readonly campaign: Campaign }): ReactElement {
  const { project } = useProject();
  const goTo = useGoTo();
  const { draft, change, save, answer } = useDraft(campaign);
  const { fields } = draft;
  const isReadable = isWritten(fields);
  const preflight = usePreflight(campaign.id, fields, isReadable);
  const isCurrent = isReadable && preflight.of === fields;
  const offerUndo = useUndoOffer(campaign.id);
  const { data: knownFields = [] } = useTemplateFields();

  const subject = useRef<LiquidEditorHandle>(null);
  const body = useRef<LiquidEditorHandle>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const cards = useRef<HTMLDivElement>(null);
  const [isEditorOpen, setIsEditorOpen] = useState(campaign.templateId === null);
  const [asked, setAsked] = useState<'preview' | 'test' | 'send' | 'delete' | null>(null);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  // Why a ref: leaving asks before the next drawing.
  const isLeaving = useRef(false);
  const [schedule, setSchedule] = useState<Schedule>(() =>
    campaign.scheduledFor === null ? null : wallTimeOf(Date.parse(campaign.scheduledFor), project.timezone),
  );
  const suggestion = useMemo(
    () => ({ date: wallTimeOf(Date.now() + dayMs, project.timezone).date, time: '09:00' }),
    [project.timezone],
  );
  const now = Date.now();
  const at = schedule === null ? null : instantOf(schedule, project.timezone);
  const missing = missingIn(fields);
  const result = preflight.result;
  const refusal = refusalOf({
    isWritten: isReadable,
    isCurrent,
    preflight: result,
    seen,
    scheduleGap: scheduleGap(schedule, project.timezone, now),
    isConflict: draft.newer !== null,
  });
  const askSend = () => {
    if (refusal === null) setAsked('send');
  };
  useComposerKeys({ onSave: () => void save(), onSend: askSend });
  useLetter('t', () => setAsked('test'));
  useLetter('p', () => {
    preflight.runNow();
    heading.current?.focus();
  });

  const { shouldBlock } = useUnsavedChanges(isUnsaved(draft));
  const blocker = useBlocker({
    // Leaving saves first; only what cannot be saved is asked about.
    shouldBlockFn: async () => !isLeaving.current && shouldBlock() && !(await save()),
    enableBeforeUnload: false,
    withResolver: true,
  });

  const actions = fixActionsFor({
    fields,
    knownFields,
    change,
    goTo: (field, line, column) => {
      if (field === 'subject') return subject.current?.goTo(line, column);
      setIsEditorOpen(true);
      // Why later: a closed editor is drawn first.
      const tryAgain = () => (body.current ? body.current.goTo(line, column) : requestAnimationFrame(tryAgain));
      tryAgain();
    },
    chooseAudience: () => cards.current?.querySelector<HTMLElement>('.pick')?.focus(),
  });
  const stateOf = (card: keyof typeof missing) => ({ missing: missing[card], problems: problemsOf(result, card) });

  return (
    <>
      <ComposerHead
        campaign={campaign}
        draft={draft}
        onRename={(name) => change({ name })}
        onSave={() => void save()}
        onPreview={() => setAsked('preview')}
        onTest={() => setAsked('test')}
        onDelete={() => setAsked('delete')}
      />
      {draft.newer && <ConflictNotice newer={draft.newer} onAnswer={answer} />}
      <div className="cols mt24 composer">
        <div className="sheets" ref={cards}>
          <AudienceCard fields={fields} state={stateOf('audience')} preflight={result} onChange={change} />
          <SenderCard fields={fields} state={stateOf('sender')} onChange={change} />
          <ContentCard
            fields={fields}
            state={stateOf('content')}
            preflight={isCurrent ? result : null}
            isEditorOpen={isEditorOpen}
            onOpenEditor={() => setIsEditorOpen(true)}
            subject={subject}
            body={body}
            onChange={change}
          />
          <ScheduleCard schedule={schedule} suggestion={suggestion} now={now} onChange={setSchedule} />
        </div>
        <PreflightPanel
          preflight={preflight}
          isCurrent={isCurrent}
          isWritten={isReadable}
          seen={seen}
          onSeen={(key, isSeen) => setSeen((old) => withKey(old, key, isSeen))}
          actions={actions}
          heading={heading}
          when={at === null || at <= now ? null : `${exactIn(at, project.timezone)} is in ${formatDuration(at - now)}.`}
        />
      </div>
      <SendBar fields={fields} preflight={result} refusal={refusal} isLater={schedule !== null} onSend={askSend} />
      {asked === 'preview' && <PreviewDialog fields={fields} onClose={() => setAsked(null)} />}
      {asked === 'test' && <TestDialog campaignId={campaign.id} save={save} onClose={() => setAsked(null)} />}
      {asked === 'send' && result && (
        <SendDialog
          campaignId={campaign.id}
          fields={fields}
          count={result.recipients.willReceive ?? 0}
          audience={audienceWords({ ...fields, segment: segmentOf(campaign, fields.segmentId) })}
          at={at}
          acknowledged={result.warnings.filter((one) => seen.has(findingKey(one))).map(({ code }) => code)}
          save={save}
          onClose={() => setAsked(null)}
          onSent={() => {
            isLeaving.current = true;
            goTo(paths.campaign(project.id, campaign.id));
            if (at === null) offerUndo(fields.name);
          }}
        />
      )}
      {asked === 'delete' && (
        <DeleteCampaignDialog
          campaign={campaign}
          onClose={() => setAsked(null)}
          onDeleted={() => {
            isLeaving.current = true;
            goTo(paths.campaigns(project.id));
          }}
        />
      )}
      <LeaveDialog
        isOpen={blocker.status === 'blocked'}
        onLeave={() => blocker.proceed?.()}
        onStay={() => blocker.reset?.()}
      />
    </>
  );
}

function withKey(keys: ReadonlySet<string>, key: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(keys);
  if (isIn) next.add(key);
  else next.delete(key);
  return next;
}

const segmentOf = ({ segment }: Campaign, id: string | null) =>
  segment !== null && segment.id === id ? segment : id === null ? null : { id, name: 'the chosen segment' };
