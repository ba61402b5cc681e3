/** Whether the log replaced something in it, so that it cannot be sent again as it stands. */
export const isCut = (body: string): boolean => body.includes('[cut]');

export interface FirstUse {
  readonly call: string;
  readonly at: string;
}

/** When and by which call an idempotency key was used first, from the reply that refused its second use. */
export function firstUseOf(reply: string | null): FirstUse | null {
  const body = parsed(reply ?? '');
  const details = fieldOf(fieldOf(body, 'error'), 'details');
  const call = fieldOf(details, 'originalRequest');
  const at = fieldOf(details, 'originalRequestAt');
  return typeof call === 'string' && typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? { call, at } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
