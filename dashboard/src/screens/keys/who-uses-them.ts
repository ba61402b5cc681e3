import type { KeyUse } from '../../api/keys.ts';
import { countOf } from '../../widgets/number-words/number-words.ts';

export interface AgentName {
  readonly name: string;
  /** After the name, in plain type: the version. */
  readonly rest: string;
}

/** `shop/3.2 (linux)` as *shop* 3.2. Lines of the public key are those of visitors, summed in one. */
export function agentOf({ kind, userAgent }: Pick<KeyUse, 'kind' | 'userAgent'>): AgentName {
  if (userAgent === null) {
    return kind === 'public'
      ? { name: 'Visitors', rest: 'of your pages and apps' }
      : { name: 'Others', rest: 'together' };
  }
  const [, name, version] = /^([^/\s]{1,60})(?:\/(\S{1,40}))?/.exec(userAgent) ?? [];
  return name ? { name, rest: version ?? '' } : { name: 'No agent', rest: '' };
}

/** "3 agents from 2 addresses". */
export function usersInWords(usage: readonly KeyUse[]): string {
  const agents = countOf(usage.length, 'agent', 'agents');
  const addresses = new Set(usage.flatMap(({ clientAddress }) => (clientAddress === null ? [] : [clientAddress]))).size;
  return addresses === 0 ? agents : `${agents} from ${countOf(addresses, 'address', 'addresses')}`;
}

export const callsOf = (usage: readonly KeyUse[]): number => usage.reduce((sum, { calls24h }) => sum + calls24h, 0);

export const lastUseOf = (usage: readonly KeyUse[]): string | undefined =>
  usage
    .map(({ lastUsedAt }) => lastUsedAt)
    .sort()
    .at(-1);
