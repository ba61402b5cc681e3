/**
 * The secret key of a project made in this tab, for its first screen. The server keeps only a hash and shows it once;
 * it is in this tab's memory alone, and gone after a reload.
 */
const secrets = new Map<string, string>();

export const keepFirstSecret = (projectId: string, secret: string): void => {
  secrets.set(projectId, secret);
};

export const firstSecretOf = (projectId: string): string | null => secrets.get(projectId) ?? null;

/** For keys that were replaced: the kept one works no more. */
export const forgetFirstSecret = (projectId: string): void => {
  secrets.delete(projectId);
};
