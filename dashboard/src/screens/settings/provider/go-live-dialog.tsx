import type { ReactElement } from 'react';
import { frameOf } from '../../../api/frame.ts';
import { problemOf } from '../../../api/problem.ts';
import { useProject } from '../../../api/project.ts';
import { useChangeProject } from '../../../api/project-settings.ts';
import { type ActsByItself, useActingByItself } from '../../../api/provider.ts';
import { paths } from '../../../navigation/paths.ts';
import { ConfirmDialog } from '../../../widgets/confirm-dialog/confirm-dialog.tsx';
import { countOf } from '../../../widgets/number-words/number-words.ts';
import { SkeletonLines } from '../../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../../widgets/state-frame/state-frame.tsx';
import { useToasts } from '../../../widgets/toasts/toasts.tsx';

interface GoLiveDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Names what will write to people by itself before it is switched on. */
export function GoLiveDialog({ isOpen, onClose }: GoLiveDialogProps): ReactElement {
  const { project } = useProject();
  const change = useChangeProject();
  const acting = useActingByItself(isOpen);
  const { say } = useToasts();
  const close = () => {
    change.reset();
    onClose();
  };
  const data = acting.data;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Go live with ${project.name}?`}
      confirmLabel="Go live"
      keepLabel="Stay in test mode"
      isDanger={false}
      isBusy={change.isPending || !data}
      problem={change.error ? problemOf(change.error) : null}
      onClose={close}
      onConfirm={() =>
        change.mutate(
          { mode: 'live' },
          {
            onSuccess: () => {
              close();
              say({ kind: 'good', message: 'Live: mail from now on reaches people.' });
            },
          },
        )
      }
    >
      <p>Mail that is accepted from now on leaves to its recipients. Mail accepted before stays in the dev inbox.</p>
      <StateFrame
        state={frameOf(acting)}
        isEmpty={data === undefined}
        skeleton={<SkeletonLines lines={3} />}
        empty={null}
      >
        {data && data.workflowTotal + data.campaignTotal === 0 && (
          <p className="mt12 t2">No workflow is switched on and no campaign is scheduled: nothing leaves by itself.</p>
        )}
        {data && data.workflowTotal > 0 && (
          <Reaching
            title={`${countOf(data.workflowTotal, 'workflow writes', 'workflows write')} to real people from now on`}
            items={data.workflows}
            total={data.workflowTotal}
            href={(id) => paths.workflow(project.id, id)}
          />
        )}
        {data && data.campaignTotal > 0 && (
          <Reaching
            title={`${countOf(data.campaignTotal, 'scheduled campaign leaves', 'scheduled campaigns leave')} to real people`}
            items={data.campaigns}
            total={data.campaignTotal}
            href={(id) => paths.campaign(project.id, id)}
          />
        )}
      </StateFrame>
    </ConfirmDialog>
  );
}

interface ReachingProps {
  readonly title: string;
  readonly items: readonly ActsByItself[];
  readonly total: number;
  readonly href: (id: string) => string;
}

function Reaching({ title, items, total, href }: ReachingProps): ReactElement {
  return (
    <section className="mt16">
      <h3>{title}</h3>
      <ul className="reaches mt4">
        {items.map(({ id, name }) => (
          <li key={id}>
            <a className="plain" href={href(id)}>
              {name}
            </a>
          </li>
        ))}
        {total > items.length && <li className="t3">and {total - items.length} more</li>}
      </ul>
    </section>
  );
}
