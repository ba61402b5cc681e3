/** Parts of a cap, in per cent, at which owners and admins are mailed. */
export const steps = [80, 100] as const;
export type Step = (typeof steps)[number];

export const isReached = (percent: Step, { used, cap }: { readonly used: number; readonly cap: number }): boolean =>
  used * 100 >= cap * percent;
