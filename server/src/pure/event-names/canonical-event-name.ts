const aliases: ReadonlyMap<string, string> = new Map([
  ['email.delivered', 'email.delivery'],
  ['email.opened', 'email.open'],
  ['email.clicked', 'email.click'],
  ['email.bounced', 'email.bounce'],
  ['email.complained', 'email.complaint'],
]);

/** The name under which an event is recorded, wherever a name is matched (D-403). Any other name is itself. */
export const canonicalEventName = (name: string): string => aliases.get(name) ?? name;
