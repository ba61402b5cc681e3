import type { ReactElement } from 'react';
import { type Domain, useDeleteDomain } from '../../api/domains.ts';
import { problemOf } from '../../api/problem.ts';
import { useProject } from '../../api/project.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog/confirm-dialog.tsx';
import { countOf } from '../../widgets/number-words/number-words.ts';

interface DeleteDomainDialogProps {
  readonly domain: Domain;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function DeleteDomainDialog({ domain, isOpen, onClose }: DeleteDomainDialogProps): ReactElement {
  const { project } = useProject();
  const goTo = useGoTo();
  const remove = useDeleteDomain();
  const problem = remove.error ? problemOf(remove.error) : null;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Remove ${domain.domain}?`}
      confirmLabel="Remove the domain"
      keepLabel="Keep it"
      typedName={domain.domain}
      isBusy={remove.isPending}
      problem={problem && { ...problem, suggestion: usesOf(problem.details) ?? problem.suggestion }}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      onConfirm={() =>
        remove.mutate(domain.id, { onSuccess: () => goTo(paths.domains(project.id), { replace: true }) })
      }
    >
      <p>
        Its signing key is deleted, mail that waits to leave from it fails, and new sends from it are refused. Adding it
        again asks for a new DKIM record.
      </p>
    </ConfirmDialog>
  );
}

/** What still sends from the domain, from the refusal of the server. */
function usesOf(details: Readonly<Record<string, unknown>>): string | undefined {
  const kinds = [
    ['templates', 'template', 'templates'],
    ['campaigns', 'campaign', 'campaigns'],
    ['workflowSteps', 'workflow step', 'workflow steps'],
  ] as const;
  const words = kinds.flatMap(([key, one, many]) => {
    const list = details[key];
    return Array.isArray(list) && list.length > 0 ? [countOf(list.length, one, many)] : [];
  });
  return words.length === 0 ? undefined : `It is the sender of ${words.join(', ')}. Change the sender there first.`;
}
