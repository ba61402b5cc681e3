/** A text with its placeholders, such as `{project}`, replaced. A value is inserted as it is and not searched again. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
