/** The key with which commands call the API of an instance. No setting: the instance itself has no use for it. */
export const commandKey = (environment: Readonly<Record<string, string | undefined>> = process.env): string | null =>
  environment.POSTRIDER_KEY || null;
