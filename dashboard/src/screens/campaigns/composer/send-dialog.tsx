import { type ReactElement, useState } from 'react';
import { type CampaignFields, useSendCampaign } from '../../../api/campaigns.ts';
import { type Problem, problemOf } from '../../../api/problem.ts';
import { useProject } from '../../../api/project.ts';
import { ConfirmDialog } from '../../../widgets/confirm-dialog/confirm-dialog.tsx';
import { formatCount } from '../../../widgets/figures/format.ts';
import { countOf } from '../../../widgets/number-words/number-words.ts';
import { undoSeconds } from '../undo-seconds.ts';
import { exactIn } from '../zone-words.ts';
import { notSaved } from './not-saved.ts';

interface SendDialogProps {
  readonly campaignId: string;
  readonly fields: CampaignFields;
  readonly count: number;
  readonly audience: string;
  /** Null: now. */
  readonly at: number | null;
  /** Codes of the warnings that were ticked. */
  readonly acknowledged: readonly string[];
  /** Called with the fields saved; false if they could not be. */
  readonly save: () => Promise<boolean>;
  readonly onSent: () => void;
  readonly onClose: () => void;
}

/** Count, sender, subject and time once more; then it is on its way. */
export function SendDialog(props: SendDialogProps): ReactElement {
  const { fields, count, at } = props;
  const { project } = useProject();
  const send = useSendCampaign(props.campaignId);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    setIsBusy(true);
    setProblem(null);
    try {
      if (!(await props.save())) {
        setProblem(notSaved('sent'));
        return;
      }
      const acknowledged = [...new Set(props.acknowledged)];
      await send.mutateAsync(
        at === null
          ? { delaySeconds: undoSeconds, acknowledged }
          : { scheduledFor: new Date(at).toISOString(), acknowledged },
      );
      props.onSent();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <ConfirmDialog
      isOpen
      isDanger={false}
      title={at === null ? `Send ${fields.name}?` : `Schedule ${fields.name}?`}
      confirmLabel={at === null ? `Send to ${formatCount(count)}` : `Schedule for ${formatCount(count)}`}
      keepLabel="Keep writing"
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => void confirm()}
      onClose={props.onClose}
    >
      <dl className="send-facts">
        <dt>To</dt>
        <dd>
          <b>{countOf(count, 'person', 'people')}</b> of {props.audience}
        </dd>
        <dt>From</dt>
        <dd>{fields.fromName === null ? fields.from : `${fields.fromName} <${fields.from}>`}</dd>
        <dt>Subject</dt>
        <dd>{fields.subject}</dd>
        <dt>When</dt>
        <dd>
          {at === null
            ? `Now, after ${undoSeconds} seconds in which it can be taken back`
            : exactIn(at, project.timezone)}
        </dd>
      </dl>
      {project.mode === 'test' && <p className="t13 t2 mt12">Test mode: these mails go to the dev inbox.</p>}
    </ConfirmDialog>
  );
}
