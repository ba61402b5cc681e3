import { Ellipsis, Eye } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import type { Campaign } from '../../../api/campaigns.ts';
import { useProject } from '../../../api/project.ts';
import { Menu } from '../../../widgets/menu/menu.tsx';
import { useCopyCampaign } from '../use-copy-campaign.ts';
import { useUnschedule } from '../use-undo-offer.ts';
import { exactIn } from '../zone-words.ts';
import type { Draft } from './draft.ts';
import { SavedWord } from './saved-word.tsx';

interface ComposerHeadProps {
  readonly campaign: Campaign;
  readonly draft: Draft;
  readonly onRename: (name: string) => void;
  readonly onSave: () => void;
  readonly onPreview: () => void;
  readonly onTest: () => void;
  readonly onDelete: () => void;
}

export function ComposerHead(props: ComposerHeadProps): ReactElement {
  const { campaign, draft } = props;
  const { project } = useProject();
  const nameId = useId();
  const copy = useCopyCampaign(campaign.id);
  const unschedule = useUnschedule(campaign.id);
  const isScheduled = campaign.status === 'SCHEDULED' && campaign.scheduledFor !== null;
  return (
    <div className="head">
      <div className="title-edit">
        <h1 className="vh">{draft.fields.name === '' ? 'Campaign without a name' : draft.fields.name}</h1>
        <label className="vh" htmlFor={nameId}>
          Name of the campaign
        </label>
        <input
          id={nameId}
          className="title-input"
          maxLength={200}
          autoComplete="off"
          value={draft.fields.name}
          placeholder="Name"
          onChange={({ target }) => props.onRename(target.value)}
        />
        <p className="sub" role="status">
          {isScheduled
            ? `Scheduled for ${exactIn(Date.parse(campaign.scheduledFor ?? ''), project.timezone)}. `
            : 'Draft. '}
          <SavedWord draft={draft} onSave={props.onSave} />
        </p>
      </div>
      <div className="acts">
        <button type="button" className="btn" onClick={props.onPreview}>
          <Eye className="i" size={16} strokeWidth={1.75} aria-hidden />
          Preview
        </button>
        <button type="button" className="btn" onClick={props.onTest}>
          Send me a test{' '}
          <span className="key" aria-hidden>
            t
          </span>
        </button>
        <Menu
          trigger={
            <button type="button" className="btn icon" aria-label="More">
              <Ellipsis className="i" size={16} strokeWidth={1.75} aria-hidden />
            </button>
          }
          items={[
            ...(isScheduled
              ? [{ key: 'unschedule', label: 'Take off the schedule', onRun: () => void unschedule() }]
              : []),
            { key: 'copy', label: 'Duplicate', onRun: () => void copy({ excludeReached: false }) },
            { key: 'delete', label: 'Delete…', isDanger: true, isApart: true, onRun: props.onDelete },
          ]}
        />
      </div>
    </div>
  );
}
