import { requireVerifiedSender } from '#features/domains';
import { checkCondition } from '#features/segments';
import { requireTemplate, type TemplateId, TextsInvalid } from '#features/templates';
import type { ProjectTx } from '#platform/context';
import { Invalid } from '#platform/refusals';
import { readTemplate } from '#pure/templating';
import { type ConfigInput, readStepConfig, type Step, type StepConfig } from '#pure/workflow-graph';
import { renderedTexts } from './rendered-texts.ts';

/** What a step stores of its config. */
export type StoredConfig = Pick<Step, 'config' | 'templateId'>;

/**
 * The config of a step as it is stored, checked by the rules of its type and against what the project has; `before` is what the
 * step has now. A config that lacks something is a draft.
 */
export async function checkStepConfig(
  tx: ProjectTx,
  input: ConfigInput,
  before: StoredConfig | null,
): Promise<StoredConfig> {
  const reading = readStepConfig(input, { allowsHttp: tx.config.WEBHOOK_ALLOW_HTTP });
  if (!reading.ok) {
    const toField = (path: readonly (string | number)[]) => ['config', ...path].join('.');
    throw Invalid(reading.problems.map(({ path, code, message }) => ({ field: toField(path), code, message })));
  }
  const { stored, config } = reading;
  checkTexts(stored.config, input.type);
  // Why cast: the reader takes no other ids.
  if (stored.templateId !== null && stored.templateId !== before?.templateId) {
    await requireTemplate(tx, stored.templateId as TemplateId);
  }
  const { from } = stored.config;
  if (input.type === 'SEND_EMAIL' && typeof from === 'string' && from !== before?.config.from) {
    await requireVerifiedSender(tx, from);
  }
  if (config?.type === 'CONDITION') await checkConditions(tx, config);
  return stored;
}

/** Segments that filters name must exist (D-318). */
async function checkConditions(tx: ProjectTx, config: Extract<StepConfig, { type: 'CONDITION' }>): Promise<void> {
  const trees = config.form === 'multi' ? config.branches.map(({ tree }) => tree) : [config.tree];
  for (const tree of trees) await checkCondition(tx, tree, 'config');
}

/** Texts with template language must parse (D-534). Short: all texts of a config are within its limit. */
function checkTexts(config: Step['config'], type: Step['type']): void {
  const errors = renderedTexts(type, config).flatMap(({ path, text }) =>
    readTemplate(text, 'saving').errors.map((error) => ({ ...error, field: ['config', ...path].join('.') })),
  );
  if (errors.length > 0) throw TextsInvalid(errors);
}
