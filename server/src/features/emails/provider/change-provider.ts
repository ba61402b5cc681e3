import type { ProjectContext } from '#platform/context';
import { TooManyRequests } from '#platform/identity';
import { mailHostProblem } from '#platform/outgoing-calls';
import { countUse } from '#platform/rate-limit';
import { Invalid } from '#platform/refusals';
import { limits } from '#pure/limits';
import { type ProviderInput, removeOwnProvider, saveOwnProvider } from '../own-provider/save-own-provider.ts';
import type { ProviderRequest } from './shapes.ts';

const lookUpMs = 5_000;

/** Changes by what mail of the project leaves; it holds for mail that is not yet under way at the commit (D-1114). */
export async function changeProvider(ctx: ProjectContext, request: ProviderRequest): Promise<void> {
  if (request.type === 'instance') return ctx.transaction(removeOwnProvider);
  await countChange(ctx);
  if (request.type === 'smtp') await checkHost(ctx, request);
  await ctx.transaction((tx) => saveOwnProvider(tx, inputOf(request)));
}

async function countChange(ctx: ProjectContext): Promise<void> {
  const limit = limits.providerChangesPerProject;
  await ctx.transaction(async (tx) => {
    const { used, resetSeconds } = await countUse(tx.db, `provider:${tx.projectId}`, limit);
    if (used > limit.max) throw TooManyRequests('project', limit, resetSeconds);
  });
}

async function checkHost(ctx: ProjectContext, target: { host: string; port: number }): Promise<void> {
  const problem = await mailHostProblem(ctx, target, AbortSignal.timeout(lookUpMs));
  if (problem) throw Invalid([{ ...problem, code: 'custom' }]);
}

function inputOf(request: Exclude<ProviderRequest, { type: 'instance' }>): ProviderInput {
  if (request.type === 'smtp') {
    const { password, ...settings } = request;
    return { settings, secret: password, topicArn: null };
  }
  const { secretAccessKey, topicArn = null, configurationSet = null, ...settings } = request;
  return { settings: { ...settings, configurationSet }, secret: secretAccessKey, topicArn };
}
