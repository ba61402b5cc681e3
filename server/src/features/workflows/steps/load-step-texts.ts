import { domainsWithoutDmarc, listDomainNames } from '#features/domains';
import type { StepText } from '#features/emails';
import { findTemplates, type Template } from '#features/templates';
import type { ProjectReader } from '#platform/context';
import { domainOf } from '#pure/addresses';
import type { SendEmailConfig, Step, StepError } from '#pure/workflow-graph';

/**
 * What SEND_EMAIL steps send now, by the id of the step: their templates as they are, with the sender that a step sets instead; or
 * why they cannot send (D-912). A domain that is not verified is no reason: its mail is held (D-710).
 * Limit: the steps are those of one graph, because another version of a step has the same id.
 */
export async function loadStepTexts(
  reader: ProjectReader,
  steps: readonly { readonly step: Step; readonly config: SendEmailConfig }[],
): Promise<Map<string, StepText | StepError>> {
  if (steps.length === 0) return new Map();
  const templates = await findTemplates(reader, [...new Set(steps.map(({ config }) => config.templateId))]);
  const domains = new Set([...(await listDomainNames(reader)), reader.config.SANDBOX_DOMAIN]);
  const withoutDmarc = await domainsWithoutDmarc(reader, [...domains]);
  return new Map(
    steps.map(({ step, config }) => [
      step.id,
      textOf(config, templates.get(config.templateId), { domains, withoutDmarc }),
    ]),
  );
}

interface SenderFacts {
  readonly domains: ReadonlySet<string>;
  /** Those from which marketing mail is refused. */
  readonly withoutDmarc: ReadonlySet<string>;
}

function textOf(
  config: SendEmailConfig,
  template: Template | undefined,
  { domains, withoutDmarc }: SenderFacts,
): StepText | StepError {
  if (!template) return { code: 'TEMPLATE_NOT_FOUND', message: 'The template of the step was deleted.' };
  const fromEmail = config.from ?? template.fromEmail;
  if (fromEmail === null) {
    return { code: 'SENDER_MISSING', message: 'Neither the step nor its template has a sender.' };
  }
  const domain = domainOf(fromEmail);
  if (!domains.has(domain)) {
    return { code: 'DOMAIN_REMOVED', message: `The domain ${domain} is no longer a domain of the project.` };
  }
  if (template.type !== 'TRANSACTIONAL' && withoutDmarc.has(domain)) {
    return { code: 'DMARC_REQUIRED', message: `Marketing mail from ${domain} needs a DMARC record.` };
  }
  return {
    templateId: template.id,
    subject: template.subject,
    body: template.bodyInlined ?? template.body,
    type: template.type,
    fromEmail,
    fromName: config.fromName || template.fromName,
    replyTo: config.replyTo ?? template.replyTo,
  };
}
