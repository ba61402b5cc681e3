import type { ProviderTest } from '../../../api/provider.ts';
import type { RouteStop } from '../../../widgets/route-line/route-line.tsx';

type Stage = ProviderTest['stage'];

/** In the order in which they are tried. */
const stages: readonly { readonly key: Stage; readonly name: string }[] = [
  { key: 'name', name: 'Name' },
  { key: 'connect', name: 'Connect' },
  { key: 'tls', name: 'TLS' },
  { key: 'login', name: 'Login' },
];
const laterStages: typeof stages = [
  { key: 'quota', name: 'Quota' },
  { key: 'sandbox', name: 'Sandbox' },
  { key: 'sender', name: 'Sender' },
];

export const stageName = (stage: Stage): string =>
  [...stages, ...laterStages].find(({ key }) => key === stage)?.name ?? 'Done';

/** Counted from one. */
export const stageNumber = (stage: Stage): number =>
  [...stages, ...laterStages].findIndex(({ key }) => key === stage) + 1;

/** The way of a test, up to where it failed. A passed test reaches as far as logging in. */
export function stopsOfTest({ ok, stage }: Pick<ProviderTest, 'ok' | 'stage'>): readonly RouteStop[] {
  const shown = laterStages.some(({ key }) => key === stage) ? [...stages, ...laterStages] : stages;
  const failedAt = ok ? shown.length : shown.findIndex(({ key }) => key === stage);
  return shown.map(({ name }, index) => {
    if (index < failedAt) return { name, state: 'good' };
    return index === failedAt
      ? { name, state: 'stopped', at: 'failed here' }
      : { name, state: 'never', at: 'not asked' };
  });
}
