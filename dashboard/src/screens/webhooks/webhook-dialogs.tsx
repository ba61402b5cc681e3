import { type ReactElement, useState } from 'react';
import { type Problem, problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { useChangeWebhook, useDeleteWebhook, useRotateSecret, type WebhookEndpoint } from '../../api/webhooks.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog/confirm-dialog.tsx';
import { countUpTo } from '../../widgets/number-words/number-words.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';
import { maxPending } from './webhook-columns.tsx';
import { endpointName } from './webhook-words.ts';

export type WebhookDialog =
  | { readonly kind: 'edit' | 'test' | 'rotate' | 'delete' }
  | { readonly kind: 'replay'; readonly since: string | null };

interface WebhookDialogsProps {
  readonly endpoint: WebhookEndpoint;
  readonly dialog: WebhookDialog | null;
  readonly onClose: () => void;
  readonly onReplaying: (jobId: string) => void;
}

export function WebhookDialogs({ endpoint, dialog, onClose, onReplaying }: WebhookDialogsProps): ReactElement {
  const change = useChangeWebhook(endpoint.id);
  const save = async (values: Parameters<typeof change.mutateAsync>[0]) => {
    await change.mutateAsync(values);
    onClose();
  };
  return (
    <>
      {dialog?.kind === 'edit' && (
        <EndpointForm
          title="Change the webhook"
          saveLabel="Save webhook"
          initial={endpoint}
          save={save}
          onClose={onClose}
        />
      )}
      {dialog?.kind === 'test' && <TestDialog endpoint={endpoint} onClose={onClose} />}
      {dialog?.kind === 'replay' && (
        <ReplayDialog endpoint={endpoint} since={dialog.since} onClose={onClose} onReplaying={onReplaying} />
      )}
      <RotateDialog endpoint={endpoint} isOpen={dialog?.kind === 'rotate'} onClose={onClose} />
      <DeleteDialog endpoint={endpoint} isOpen={dialog?.kind === 'delete'} onClose={onClose} />
    </>
  );
}

interface AskProps {
  readonly endpoint: WebhookEndpoint;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function RotateDialog({ endpoint, isOpen, onClose }: AskProps): ReactElement {
  const rotate = useRotateSecret(endpoint.id);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const confirm = async () => {
    setIsBusy(true);
    setProblem(null);
    try {
      setSecret((await rotate()).secret);
      onClose();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      <ConfirmDialog
        isOpen={isOpen}
        title="Replace the signing secret?"
        confirmLabel="Replace the secret"
        keepLabel="Keep the secret"
        footNote="Then the new one is shown once."
        isBusy={isBusy}
        problem={problem}
        onConfirm={() => void confirm()}
        onClose={onClose}
      >
        <p>
          For 24 hours every call carries two signatures, of the old secret <code>…{endpoint.secretLast4}</code> and of
          the new one, so your server can change over in between. Then the old one is worth nothing.
        </p>
      </ConfirmDialog>
      {secret !== null && <SecretDialog secret={secret} isRotated onStored={() => setSecret(null)} />}
    </>
  );
}

function DeleteDialog({ endpoint, isOpen, onClose }: AskProps): ReactElement {
  const { project } = useProject();
  const goTo = useGoTo();
  const remove = useDeleteWebhook(endpoint.id);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Delete ${endpointName(endpoint)}?`}
      confirmLabel="Delete the webhook"
      keepLabel="Keep it"
      isBusy={remove.isPending}
      problem={remove.error ? problemOf(remove.error) : null}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      onConfirm={() =>
        remove.mutate(undefined, { onSuccess: () => goTo(paths.webhooks(project.id), { replace: true }) })
      }
    >
      <p>
        {endpoint.pending > 0 &&
          `${countUpTo(endpoint.pending, maxPending, 'delivery that waits is', 'deliveries that wait are')} dropped. `}
        Its log goes with it, and its secret cannot be had again. To stop it for a while, disable it.
      </p>
    </ConfirmDialog>
  );
}
