import { requireVerifiedSender } from '#features/domains';
import { findReferenceProblems, loadAudience } from '#features/segments';
import { requireTemplate, type TemplateId, TextsInvalid } from '#features/templates';
import type { ProjectTx } from '#platform/context';
import { Invalid } from '#platform/refusals';
import { limits } from '#pure/limits';
import { readTemplate } from '#pure/templating';
import { type ConfigInput, conditionsOf, readStepConfig, type Step } from '#pure/workflow-graph';
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
  if (!reading.ok) throw Invalid(reading.problems.map(toFieldProblem));
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
  if (config?.type === 'CONDITION') await checkConditions(tx, conditionsOf(config));
  return stored;
}

/** Segments that filters name must exist (D-318). */
async function checkConditions(tx: ProjectTx, trees: ReturnType<typeof conditionsOf>): Promise<void> {
  const audience = await loadAudience(tx);
  const problems = trees.flatMap(({ tree, placeOf }) =>
    findReferenceProblems(audience, tree).map((problem) => ({ ...problem, path: placeOf(problem.path) })),
  );
  if (problems.length > 0) throw Invalid(problems.slice(0, limits.problemsPerReply).map(toFieldProblem));
}

const toFieldProblem = ({ path, code, message }: ConfigProblem) => ({
  field: ['config', ...path].join('.'),
  code,
  message,
});

interface ConfigProblem {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

/** Texts with template language must parse (D-534). Short: all texts of a config are within its limit. */
function checkTexts(config: Step['config'], type: Step['type']): void {
  const errors = renderedTexts(type, config).flatMap(({ path, text }) =>
    readTemplate(text, 'saving').errors.map((error) => ({ ...error, field: ['config', ...path].join('.') })),
  );
  if (errors.length > 0) throw TextsInvalid(errors.slice(0, limits.problemsPerReply));
}
