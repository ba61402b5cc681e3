/** A form body of Stripe's API: `a[b][0][c]=d` as nested objects; lists are objects with numbers as keys. */
export interface StripeFields {
  readonly [name: string]: string | StripeFields;
}

export function readForm(body: string): StripeFields {
  const root: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const keys = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    const last = keys.pop() ?? '';
    let inner = root;
    for (const part of keys) {
      inner[part] ??= {};
      inner = inner[part] as Record<string, unknown>; // made just above, or by an earlier pair
    }
    inner[last] = value;
  }
  return root as StripeFields; // texts and objects of texts alone
}

export const textAt = (fields: StripeFields, ...path: readonly string[]): string | null => {
  let found: string | StripeFields | undefined = fields;
  for (const part of path) found = typeof found === 'object' ? found[part] : undefined;
  return typeof found === 'string' ? found : null;
};
