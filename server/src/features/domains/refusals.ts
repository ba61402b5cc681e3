import type { Reference } from '#platform/references';
import { missing, refusal } from '#platform/refusals';
import { limits } from '#pure/limits';

export const DomainNotFound = missing('RESOURCE_NOT_FOUND', 'domain');

export const DomainExists = refusal('conflict', 'DOMAIN_EXISTS', (domain: string, id: string) => ({
  message: `This project already has ${domain}.`,
  details: { id },
}));

export const DomainLimitReached = refusal('unfit', 'DOMAIN_LIMIT_REACHED', (limit: number) => ({
  message: `A project may have ${limit} domains.`,
  details: { limit },
  suggestion: 'Delete a domain that is not used any more.',
}));

export const ProviderRefused = refusal('outside', 'EXTERNAL_SERVICE_ERROR', (domain: string) => ({
  message: `The mail provider refused ${domain} or did not answer. Nothing was kept.`,
  suggestion: 'Try again in a minute. If it stays so, the operator finds the reason in the log.',
}));

export const DomainInUse = refusal('conflict', 'DOMAIN_IN_USE', (domain: string, uses: readonly Reference[]) => {
  const by = (kind: Reference['by']) => uses.filter((use) => use.by === kind).slice(0, limits.usesNamedInRefusal);
  return {
    message: `${domain} is the sender domain of templates, campaigns or workflow steps.`,
    details: {
      templates: by('template').map(({ id, name }) => ({ id, name })),
      campaigns: by('campaign').map(({ id, name }) => ({ id, name })),
      workflowSteps: by('workflow-step').map(({ id, name, workflow }) => ({
        id,
        name,
        workflowId: workflow?.id ?? null,
        workflowName: workflow?.name ?? null,
      })),
    },
    suggestion: 'Give them another sender first.',
  };
});

export const DomainNotVerified = refusal('forbidden', 'DOMAIN_NOT_VERIFIED', (domain: string, suggestion: string) => ({
  message: `${domain} is not verified for this project.`,
  details: { reason: 'DOMAIN_NOT_VERIFIED', domain },
  suggestion,
}));

export const DmarcRequired = refusal('forbidden', 'DMARC_REQUIRED', (domain: string) => ({
  message: `${domain} has no DMARC record, and this instance sends no marketing mail without one.`,
  details: { reason: 'DMARC_REQUIRED', domain },
  suggestion: `Add a TXT record _dmarc.${domain} with the value v=DMARC1; p=none.`,
}));
