export type StepType =
  | 'TRIGGER'
  | 'SEND_EMAIL'
  | 'DELAY'
  | 'WAIT_FOR_EVENT'
  | 'CONDITION'
  | 'WEBHOOK'
  | 'UPDATE_CONTACT'
  | 'EXIT';

export type AddableType = Exclude<StepType, 'TRIGGER'>;

export type Config = Readonly<Record<string, unknown>>;

/** What the drawn parts need of a step; a step of the API and one of an execution's snapshot both have it. */
export interface GraphStep {
  readonly id: string;
  readonly type: StepType;
  readonly name: string;
  readonly config: Config;
  readonly templateId: string | null;
  readonly template?: { readonly id: string; readonly name: string } | null;
}

export interface GraphTransition {
  readonly id: string;
  readonly fromStepId: string;
  readonly toStepId: string;
  readonly branch: string | null;
  readonly automatic: boolean;
}

export interface Graph {
  /** TRIGGER first, then by creation. */
  readonly steps: readonly GraphStep[];
  readonly transitions: readonly GraphTransition[];
}

/** A place where a step can be put: on a transition, or where a way ends. */
export type Slot =
  | {
      readonly kind: 'edge';
      readonly transitionId: string;
      readonly fromStepId: string;
      readonly branch: string | null;
    }
  | { readonly kind: 'end'; readonly fromStepId: string; readonly branch: string | null };

export const slotKey = (slot: Slot): string =>
  slot.kind === 'edge' ? `edge:${slot.transitionId}` : `end:${slot.fromStepId}:${slot.branch ?? ''}`;

export const edgeSlot = ({ id, fromStepId, branch }: GraphTransition): Slot => ({
  kind: 'edge',
  transitionId: id,
  fromStepId,
  branch,
});

export const endSlot = (fromStepId: string, branch: string | null): Slot => ({ kind: 'end', fromStepId, branch });

/** The names of the ways out of a step; empty if it has one way without a name, or none. */
export function branchesOf({ type, config }: Pick<GraphStep, 'type' | 'config'>): readonly string[] {
  if (type === 'WAIT_FOR_EVENT') return ['event', 'timeout'];
  if (type !== 'CONDITION') return [];
  if (config.mode !== 'multi') return ['yes', 'no'];
  return [...multiBranches(config).map(({ id }) => id), 'default'];
}

export interface MultiBranch {
  readonly id: string;
  readonly name: string | null;
}

export function multiBranches({ branches }: Config): readonly MultiBranch[] {
  if (!Array.isArray(branches)) return [];
  return branches.flatMap((branch: unknown) => {
    const { id, name } = recordOf(branch);
    return typeof id === 'string' ? [{ id, name: typeof name === 'string' && name !== '' ? name : null }] : [];
  });
}

/** The branch that a transition of this step serves: one of a wait without a branch is for the event. */
export function servedBranch(
  from: Pick<GraphStep, 'type'>,
  { branch }: Pick<GraphTransition, 'branch'>,
): string | null {
  if (from.type === 'WAIT_FOR_EVENT') return branch ?? 'event';
  return from.type === 'CONDITION' ? branch : null;
}

export function recordOf(value: unknown): Config {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Config) : {}; // checked just before
}

/** A value as a word of a sentence; nothing for what is no plain value. */
export const wordOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
